//! Removal of code that a shader's constants make unreachable. A driver removes it as well, but only after
//! parsing and inlining all of it.

use std::mem;

use wgpu::naga::{
    Block, Expression, Handle, Literal, Module, Statement,
    compact::{KeepUnused, compact},
};

/// Removes the branches of `module` whose conditions are constant and false, and everything that becomes
/// unused. The module must be valid. A condition with `&&` or `||` does not count as constant.
pub(super) fn cut(module: &mut Module) {
    let (constants, values) = (&module.constants, &module.global_expressions);
    let functions = module.functions.iter_mut().map(|(_, function)| function);
    let entries = module.entry_points.iter_mut().map(|it| &mut it.function);
    for function in functions.chain(entries) {
        let known = |condition: Handle<Expression>| match &function.expressions[condition] {
            Expression::Constant(constant) => bool_literal(&values[constants[*constant].init]),
            expression => bool_literal(expression),
        };
        function.body = reachable(mem::take(&mut function.body), &known);
        // A named expression would keep the inputs of a dead branch alive.
        function.named_expressions.clear();
    }
    compact(module, KeepUnused::No);
}

fn bool_literal(expression: &Expression) -> Option<bool> {
    match expression {
        Expression::Literal(Literal::Bool(value)) => Some(*value),
        _ => None,
    }
}

/// The reachable statements of `block`; `known` returns the value of a constant condition.
fn reachable(block: Block, known: &impl Fn(Handle<Expression>) -> Option<bool>) -> Block {
    let mut remaining = Block::new();
    for (mut statement, span) in block.span_into_iter() {
        match &mut statement {
            Statement::If {
                condition,
                accept,
                reject,
            } => match known(*condition) {
                Some(true) => remaining.extend_block(reachable(mem::take(accept), known)),
                Some(false) => remaining.extend_block(reachable(mem::take(reject), known)),
                None => {
                    *accept = reachable(mem::take(accept), known);
                    *reject = reachable(mem::take(reject), known);
                    remaining.push(statement, span);
                }
            },
            Statement::Block(inner) => remaining.extend_block(reachable(mem::take(inner), known)),
            Statement::Loop { body, .. } => {
                *body = reachable(mem::take(body), known);
                remaining.push(statement, span);
            }
            _ => remaining.push(statement, span),
        }
        // Statements after an exit are unreachable; an always-taken branch may end with one.
        if let Some(
            Statement::Return { .. } | Statement::Kill | Statement::Break | Statement::Continue,
        ) = remaining.last()
        {
            break;
        }
    }
    remaining
}

#[cfg(test)]
mod tests {
    use wgpu::naga::{front::wgsl, valid};

    use super::*;

    #[test]
    fn unreachable_code_is_removed() {
        let source = "
            const ON = true;
            const KIND = 1;
            @group(0) @binding(0) var map: texture_2d<f32>;
            fn dear() -> f32 { let far = textureLoad(map, vec2(0), 0).x; return far * far; }
            fn cheap(at: f32) -> f32 { if ON { return at; } let near = dear(); return near; }
            @fragment fn shade(@location(0) at: f32) -> @location(0) vec4<f32> {
                var sum = cheap(at);
                for (var i = 0; i < 3; i++) { if KIND == 2 { sum += dear(); } }
                if at > 1.0 { if !ON { sum *= dear(); } else { sum += 1.0; } }
                return vec4(sum);
            }";
        let mut module = wgsl::parse_str(source).expect("a valid shader");
        cut(&mut module);
        let names = module.functions.iter().map(|(_, it)| it.name.as_deref());
        assert_eq!(names.collect::<Vec<_>>(), [Some("cheap")]);
        assert_eq!(module.global_variables.len(), 0);
        let (all, none) = (valid::ValidationFlags::all(), valid::Capabilities::empty());
        let checked = valid::Validator::new(all, none).validate(&module);
        checked.expect("still valid");
    }
}
