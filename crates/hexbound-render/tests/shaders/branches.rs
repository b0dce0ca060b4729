//! Finds branches and loops that hang on uniforms alone. Mesa's Vulkan driver in software (as of
//! 22.3) puts the uniforms' values into such a shader, compiles it anew whenever a draw comes with
//! other buffers, and frees none of them: a hundred megabytes a second. docs/picture.md has more.

use std::collections::HashMap;

use naga::{
    AddressSpace, Block, Expression, Function, Handle, LocalVariable, Module, Statement, TypeInner,
};

/// The things that a value depends on, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Constants,
    Uniforms,
    /// Something that differs from pixel to pixel, or from corner to corner.
    Pixel,
}

/// The sources of each member of a structure; of anything else, one.
type Sources = Vec<Source>;

/// The lines of `source` that branch on uniforms alone, in any entry point of `module`.
pub fn on_uniforms_alone(module: &Module, source: &str) -> Vec<String> {
    let mut reader = Reader {
        module,
        source,
        found: Vec::new(),
        trying: 0,
    };
    for entry in &module.entry_points {
        let arguments = vec![vec![Source::Pixel]; entry.function.arguments.len()];
        reader.call(&entry.function, arguments);
    }
    reader.found.sort();
    reader.found.dedup();
    reader.found
}

struct Reader<'a> {
    module: &'a Module,
    source: &'a str,
    found: Vec<String>,
    /// Above 0 while it is not yet known what local variables hang on.
    trying: usize,
}

/// A function being read.
struct Call<'a> {
    function: &'a Function,
    arguments: Vec<Sources>,
    locals: HashMap<Handle<LocalVariable>, Sources>,
    results: HashMap<Handle<Expression>, Sources>,
    returned: Sources,
}

impl<'a> Reader<'a> {
    /// Returns the sources of what a call gives back.
    fn call(&mut self, function: &'a Function, arguments: Vec<Sources>) -> Sources {
        let locals = (function.local_variables.iter())
            .map(|(handle, local)| {
                let members = match &self.module.types[local.ty].inner {
                    TypeInner::Struct { members, .. } => members.len(),
                    _ => 1,
                };
                (handle, vec![Source::Constants; members])
            })
            .collect();
        let mut call = Call {
            function,
            arguments,
            locals,
            results: HashMap::new(),
            returned: vec![Source::Constants],
        };
        self.trying += 1;
        loop {
            let before = call.locals.clone();
            self.block(&mut call, &function.body, Source::Constants);
            if call.locals == before {
                break;
            }
        }
        self.trying -= 1;
        self.block(&mut call, &function.body, Source::Constants);
        call.returned
    }

    /// `under` is what it hangs on whether the block is run.
    fn block(&mut self, call: &mut Call<'a>, block: &'a Block, under: Source) {
        for (statement, span) in block.span_iter() {
            let mut check = |condition: Source| {
                if condition == Source::Uniforms && self.trying == 0 {
                    let text = self.source.get(span.to_range().unwrap_or_default());
                    let line = text.and_then(|text| text.lines().next());
                    self.found.push(line.unwrap_or("?").trim().to_owned());
                }
            };
            match statement {
                Statement::Block(block) => self.block(call, block, under),
                Statement::If {
                    condition,
                    accept,
                    reject,
                } => {
                    let condition = most(&call.sources(self.module, *condition));
                    check(condition);
                    self.block(call, accept, under.max(condition));
                    self.block(call, reject, under.max(condition));
                }
                Statement::Switch { selector, cases } => {
                    let selector = most(&call.sources(self.module, *selector));
                    check(selector);
                    for case in cases {
                        self.block(call, &case.body, under.max(selector));
                    }
                }
                Statement::Loop {
                    body,
                    continuing,
                    break_if,
                } => {
                    if let Some(condition) = break_if {
                        check(most(&call.sources(self.module, *condition)));
                    }
                    self.block(call, body, under);
                    self.block(call, continuing, under);
                }
                Statement::Return { value: Some(value) } => {
                    let value = call.sources(self.module, *value);
                    raise(&mut call.returned, &value, under);
                }
                Statement::Store { pointer, value } => {
                    let value = call.sources(self.module, *value);
                    call.store(*pointer, &value, under);
                }
                Statement::Call {
                    function,
                    arguments,
                    result,
                } => {
                    let given = arguments.iter().map(|argument| {
                        let by_pointer = call.place(*argument).is_some();
                        match by_pointer {
                            true => vec![Source::Pixel],
                            false => call.sources(self.module, *argument),
                        }
                    });
                    let given = given.collect();
                    for argument in arguments {
                        call.store(*argument, &[Source::Pixel], under);
                    }
                    let returned = self.call(&self.module.functions[*function], given);
                    if let Some(result) = result {
                        call.results.insert(*result, returned);
                    }
                }
                _ => {}
            }
        }
    }
}

impl Call<'_> {
    fn sources(&self, module: &Module, expression: Handle<Expression>) -> Sources {
        let of = |handle: &Handle<Expression>| self.sources(module, *handle);
        let all = |handles: &[Handle<Expression>]| {
            let each = handles.iter().map(|handle| most(&of(handle)));
            vec![each.max().unwrap_or(Source::Constants)]
        };
        match &self.function.expressions[expression] {
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_) => vec![Source::Constants],
            Expression::FunctionArgument(index) => self.arguments[*index as usize].clone(),
            Expression::GlobalVariable(variable) => {
                match module.global_variables[*variable].space {
                    AddressSpace::Uniform => vec![Source::Uniforms],
                    _ => vec![Source::Pixel],
                }
            }
            Expression::LocalVariable(local) => self.locals[local].clone(),
            Expression::CallResult(_) => {
                let known = self.results.get(&expression);
                known.cloned().unwrap_or(vec![Source::Constants])
            }
            Expression::Load { pointer } => of(pointer),
            // Only what lies at a place known beforehand is put in.
            Expression::Access { base, index } => match most(&of(index)) {
                Source::Constants => vec![most(&of(base))],
                _ => vec![Source::Pixel],
            },
            Expression::AccessIndex { base, index } => {
                let members = of(base);
                let member = members.get(*index as usize).filter(|_| members.len() > 1);
                vec![member.copied().unwrap_or(most(&members))]
            }
            Expression::Compose { ty, components } => match module.types[*ty].inner {
                TypeInner::Struct { .. } => components.iter().map(|it| most(&of(it))).collect(),
                _ => all(components),
            },
            Expression::Splat { value, .. } => of(value),
            Expression::Swizzle { vector, .. } => of(vector),
            Expression::Unary { expr, .. } | Expression::As { expr, .. } => of(expr),
            Expression::Binary { left, right, .. } => all(&[*left, *right]),
            Expression::Select {
                condition,
                accept,
                reject,
            } => all(&[*condition, *accept, *reject]),
            Expression::Relational { argument, .. } => of(argument),
            Expression::Math {
                arg,
                arg1,
                arg2,
                arg3,
                ..
            } => {
                let given = [Some(*arg), *arg1, *arg2, *arg3];
                all(&given.into_iter().flatten().collect::<Vec<_>>())
            }
            // Textures, derivatives and all that only a running shader knows.
            _ => vec![Source::Pixel],
        }
    }

    /// The local variable, and the member of it, that a pointer leads into.
    fn place(&self, pointer: Handle<Expression>) -> Option<(Handle<LocalVariable>, Option<usize>)> {
        match &self.function.expressions[pointer] {
            Expression::LocalVariable(local) => Some((*local, None)),
            Expression::AccessIndex { base, index } => {
                let (local, member) = self.place(*base)?;
                Some((local, member.or(Some(*index as usize))))
            }
            Expression::Access { base, .. } => self.place(*base),
            _ => None,
        }
    }

    fn store(&mut self, pointer: Handle<Expression>, value: &[Source], under: Source) {
        let Some((local, member)) = self.place(pointer) else {
            return;
        };
        let members = self.locals.get_mut(&local).expect("every local is known");
        match member.filter(|_| members.len() > 1) {
            Some(member) => members[member] = members[member].max(most(value)).max(under),
            None => raise(members, value, under),
        }
    }
}

fn most(sources: &[Source]) -> Source {
    sources.iter().copied().max().unwrap_or(Source::Constants)
}

/// Each member by its own where both have them, else all by the most.
fn raise(sources: &mut Sources, by: &[Source], under: Source) {
    if sources.len() == 1 && by.len() > 1 {
        sources.resize(by.len(), sources[0]);
    }
    for (index, source) in sources.iter_mut().enumerate() {
        let by = match by.len() {
            1 => by[0],
            _ => by[index],
        };
        *source = (*source).max(by).max(under);
    }
}
