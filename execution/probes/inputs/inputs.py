"""Writes copies of test files that record what their assertions look at instead of asserting it.

Reads a plan as JSON from the file that the first argument names. The first copy of a test has its own inputs, the others
have altered ones: literals in the arguments of calls of modules that are neither of Python nor of a test framework, and
in the variables, loops and parameters that these arguments name. Records go to the file that ATELIER_PROBE names.
"""
import ast
import json
import sys

FRAMEWORKS = {'pytest', 'unittest', 'mock', 'hypothesis', 'nose', 'numpy', 'pandas'}

RECORDER = '''

def record_{nonce}(site, evaluate):
    import json
    import os
    counts = record_{nonce}.__dict__
    place = '{line}:{column}'.format(**site)
    at = counts.get(place, 0)
    counts[place] = at + 1

    def shown(value, depth=0):
        if depth > 6:
            return '…'
        if isinstance(value, (list, tuple)):
            return type(value).__name__ + ' [' + ', '.join(shown(one, depth + 1) for one in value[:200]) + f'] {len(value)}'
        if isinstance(value, (set, frozenset)):
            return '{' + ', '.join(sorted(shown(one, depth + 1) for one in value)[:200]) + '}'
        if isinstance(value, dict):
            pairs = sorted(shown(key, depth + 1) + ': ' + shown(one, depth + 1) for key, one in value.items())
            return '{' + ', '.join(pairs[:200]) + '}'
        if isinstance(value, (str, bytes, int, float, complex, bool, type(None))):
            return repr(value)
        if isinstance(value, BaseException):
            return type(value).__name__ + ': ' + str(value)
        if type(value).__module__ in ('datetime', 'decimal', 'fractions', 'uuid', 'pathlib'):
            return repr(value)
        if callable(value):
            raise ValueError('A function is not recorded.')
        return 'object'

    own = (TypeError, AttributeError, IndexError, KeyError, NameError, ZeroDivisionError, RecursionError)
    try:
        text = shown(evaluate())[:4000]
    except Exception as error:
        text = 'throws ' + type(error).__name__
        if not isinstance(error, own):
            text += ': ' + str(error)[:500]
    if at < 50:
        with open(os.environ['ATELIER_PROBE'], 'a', encoding='utf-8') as records:
            records.write('\\n' + json.dumps(dict(site, at=at, value=text)) + '\\n')
'''


def root_of(node):
    while isinstance(node, (ast.Attribute, ast.Call, ast.Subscript, ast.Await)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def names_in(node):
    return [inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)]


def product_names(tree):
    """Names that a test imports from its repository, or makes from them."""
    known = FRAMEWORKS | set(getattr(sys, 'stdlib_module_names', ()))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or '').split('.')[0] not in known):
            names.update(alias.asname or alias.name for alias in node.names)
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split('.')[0] not in known:
                    names.add(alias.asname or alias.name.split('.')[0])
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and root_of(node.value) in names:
            names.update(name for target in node.targets for name in names_in(target))
    return names


def sources_of(tree):
    """Where the values of variables come from."""
    sources = {}

    def add(name, source):
        sources.setdefault(name, []).append(source)

    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name in names_in(target):
                    add(name, node.value)
        if isinstance(node, (ast.For, ast.AsyncFor)):
            for name in names_in(node.target):
                add(name, node.iter)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith('parametrize') and len(mark.args) > 1:
                    for argument in node.args.args:
                        add(argument.arg, mark.args[1])
    return sources


def inputs_in(tree):
    product = product_names(tree)
    sources = sources_of(tree)
    inputs = {}
    followed = set()

    def collect(node):
        if isinstance(node, (ast.Lambda, ast.JoinedStr)):
            return
        if isinstance(node, ast.Constant) and type(node.value) in (int, float, str):
            inputs[id(node)] = node
        if isinstance(node, ast.List) and len(node.elts) > 1:
            inputs[id(node)] = node
        if isinstance(node, ast.Name) and node.id not in followed and node.id not in product:
            followed.add(node.id)
            for source in sources.get(node.id, []):
                collect(source)
        children = node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
        for child in children:
            collect(child)

    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and root_of(node.func) in product:
            for argument in node.args + [keyword.value for keyword in node.keywords]:
                collect(argument)
    return list(inputs.values())


NUMBERS = [lambda value: value + 1, lambda value: value - 1, lambda value: value * 2, lambda value: -value - 1]
TEXTS = [str.swapcase, lambda text: text + (text[:1] or 'x'), lambda text: text[::-1], lambda text: '']


def alterations(inputs):
    """For each copy the change of numbers, that of texts, and whether lists lose their last element."""
    has_numbers = any(isinstance(node, ast.Constant) and not isinstance(node.value, str) for node in inputs)
    has_texts = any(isinstance(node, ast.Constant) and isinstance(node.value, str) for node in inputs)
    if not has_texts:
        return [(number, None, at == 2) for at, number in enumerate(NUMBERS)]
    if not has_numbers:
        return [(None, text, at == 2) for at, text in enumerate(TEXTS)]
    return [
        (NUMBERS[0], None, False), (None, TEXTS[0], False), (NUMBERS[2], None, True), (NUMBERS[1], TEXTS[1], False),
    ]


class Altered(ast.NodeTransformer):
    """Replaces assertions by records, and inputs by altered ones."""

    def __init__(self, nonce, site, inputs, alteration):
        self.nonce = nonce
        self.site = site
        self.inputs = {id(node) for node in inputs}
        self.number, self.text, self.is_shorter = alteration

    def visit_Constant(self, node):
        if id(node) not in self.inputs:
            return node
        change = self.text if isinstance(node.value, str) else self.number
        return ast.copy_location(ast.Constant(change(node.value)), node) if change else node

    def visit_List(self, node):
        is_input = id(node) in self.inputs
        self.generic_visit(node)
        if is_input and self.is_shorter:
            node.elts.pop()
        return node

    def visit_Assert(self, node):
        sides = [node.test]
        if isinstance(node.test, ast.Compare):
            sides = [node.test.left] + node.test.comparators
        return self.recorded(node, next((side for side in sides if not is_literal(side)), sides[0]))

    def visit_Expr(self, node):
        call = node.value
        name = call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ''
        if not name.startswith('assert') or root_of(call.func) not in ('self', 'cls') or not call.args:
            return self.generic_visit(node)
        if name.startswith(('assertRaises', 'assertWarns')):
            called = ast.Call(call.args[1], call.args[2:], call.keywords) if len(call.args) > 1 else None
            return self.recorded(node, called) if called else self.generic_visit(node)
        return self.recorded(node, next((side for side in call.args if not is_literal(side)), call.args[0]))

    def visit_With(self, node):
        """A block that has to raise records what it raises."""
        self.generic_visit(node)
        called = node.items[0].context_expr
        is_raising = isinstance(called, ast.Call) and ast.unparse(called.func).endswith(('.raises', '.assertRaises'))
        if not is_raising or len(node.body) != 1 or not isinstance(node.body[0], ast.Expr):
            return node
        return self.record(node, node.body[0].value)

    def recorded(self, node, actual):
        return self.record(node, self.visit(actual))

    def record(self, node, actual):
        # A coroutine cannot be awaited inside of a lambda.
        if any(isinstance(inner, (ast.Await, ast.Yield, ast.YieldFrom)) for inner in ast.walk(actual)):
            return ast.copy_location(ast.Expr(actual), node)
        call = ast.unparse(ast.fix_missing_locations(ast.copy_location(actual, node)))[:200]
        site = dict(self.site, line=node.lineno, column=node.col_offset, call=call)
        text = f'record_{self.nonce}({site!r}, lambda: None)'
        statement = ast.parse(text).body[0]
        statement.value.args[1].body = actual
        return ast.fix_missing_locations(ast.copy_location(statement, node))


def is_literal(node):
    return not any(isinstance(inner, (ast.Name, ast.Call, ast.Await)) for inner in ast.walk(node))


def copies_of(text, file, nonce):
    wanted = alterations(inputs_in(ast.parse(text)))
    for variant, alteration in enumerate([(None, None, False)] + wanted):
        tree = ast.parse(text)
        site = {'probe': nonce, 'file': file, 'variant': variant}
        altered = Altered(nonce, site, inputs_in(tree), alteration).visit(tree)
        yield ast.unparse(ast.fix_missing_locations(altered)) + RECORDER.replace('{nonce}', nonce)


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        plan = json.load(file)
    for at, test in enumerate(plan['tests']):
        try:
            copies = list(copies_of(test['text'], at, plan['nonce']))
        except (SyntaxError, ValueError, RecursionError):
            copies = [''] * len(test['copies'])
        for path, copy in zip(test['copies'], copies):
            with open(path, 'w', encoding='utf-8') as file:
                file.write(copy)


main()
