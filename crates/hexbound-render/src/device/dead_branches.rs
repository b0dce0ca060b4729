//! Cutting the code that a shader's constants rule out. A driver does so, too, but only after it has
//! read and inlined all of it.

use std::mem;

use wgpu::naga::{
    Block, Expression, Function, Handle, Literal, Module, Statement,
    compact::{KeepUnused, compact},
};

/// Removes the branches of `module` whose conditions are constant and false, and all that nothing uses
/// then. The module must be valid.
pub(super) fn cut(module: &mut Module) {
    let (constants, values) = (&module.constants, &module.global_expressions);
    let functions = module.functions.iter_mut().map(|(_, function)| function);
    let entries = module.entry_points.iter_mut().map(|it| &mut it.function);
    for function in functions.chain(entries) {
        let Function {
            expressions,
            body,
            named_expressions,
            ..
        } = function;
        let known = |condition: Handle<Expression>| match &expressions[condition] {
            Expression::Constant(constant) => boolean(&values[constants[*constant].init]),
            expression => boolean(expression),
        };
        *body = kept(mem::take(body), &known);
        // A name would keep what only a dead branch computes.
        named_expressions.clear();
    }
    compact(module, KeepUnused::No);
}

fn boolean(expression: &Expression) -> Option<bool> {
    match expression {
        Expression::Literal(Literal::Bool(value)) => Some(*value),
        _ => None,
    }
}

/// The statements of `block` that may be reached; `known` gives the value of a constant condition.
fn kept(block: Block, known: &impl Fn(Handle<Expression>) -> Option<bool>) -> Block {
    let mut left = Block::new();
    for (mut statement, span) in block.span_into_iter() {
        match &mut statement {
            Statement::If {
                condition,
                accept,
                reject,
            } => match known(*condition) {
                Some(true) => left.extend_block(kept(mem::take(accept), known)),
                Some(false) => left.extend_block(kept(mem::take(reject), known)),
                None => {
                    *accept = kept(mem::take(accept), known);
                    *reject = kept(mem::take(reject), known);
                    left.push(statement, span);
                }
            },
            Statement::Block(inner) => left.extend_block(kept(mem::take(inner), known)),
            Statement::Loop { body, .. } => {
                *body = kept(mem::take(body), known);
                left.push(statement, span);
            }
            _ => left.push(statement, span),
        }
        // Nothing follows what leaves the block; a branch that is always taken may end so.
        if let Some(
            Statement::Return { .. } | Statement::Kill | Statement::Break | Statement::Continue,
        ) = left.last()
        {
            break;
        }
    }
    left
}
