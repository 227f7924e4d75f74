"""Writes copies of test files in which each assertion is examined with another expected value.

Reads a plan as JSON from the file that the first argument names. An assertion runs as it stands and then with the other
value, which has to fail; the outcome goes to the file that ATELIER_PROBE names. The last one of each test fails for
good, so that the runner has to report it.
"""
import ast
import json
import sys

COMPARED = {
    'assertEqual', 'assertEquals', 'assertIs', 'assertListEqual', 'assertDictEqual', 'assertTupleEqual',
    'assertSetEqual', 'assertSequenceEqual', 'assertMultiLineEqual', 'assertCountEqual', 'assertAlmostEqual',
}

RECORDER = '''

def probe_{nonce}(site, is_last, compares, examine):
    import json
    import os
    error = None
    try:
        result = examine()
        if compares and not result:
            error = AssertionError('The other value is not equal.')
    except Exception as raised:
        error = raised
    site.update(failed=error is not None, thrown=error is not None and is_last)
    with open(os.environ['ATELIER_PROBE'], 'a', encoding='utf-8') as records:
        records.write('\\n' + json.dumps(site) + '\\n')
    if error is not None and is_last:
        raise error
'''


def changed_leaf(node, suffix):
    """The leaf that changes and the text in its place, or None where the value has no literal."""
    if isinstance(node, ast.Constant):
        return changed_constant(node, suffix)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return changed_leaf(node.operand, suffix)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        if not node.elts:
            return node, f'[{suffix!r}]' if isinstance(node, ast.List) else f'({suffix!r},)'
        return first_leaf(node.elts, suffix)
    if isinstance(node, ast.Dict):
        if not node.keys:
            return node, f'{{{suffix!r}: 1}}'
        names = [key.value for key in node.keys if isinstance(key, ast.Constant)]
        if len(names) == len(node.keys) == len(set(names)):
            return first_leaf(node.values, suffix)
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
        if ast.unparse(node.func) in ('approx', 'pytest.approx'):
            return changed_leaf(node.args[0], suffix)
    return None


def first_leaf(nodes, suffix):
    for node in nodes:
        found = changed_leaf(node, suffix)
        if found:
            return found
    return None


def changed_constant(node, suffix):
    value = node.value
    if value is None:
        return node, '0'
    if isinstance(value, bool):
        return node, repr(not value)
    if isinstance(value, (int, float)):
        return node, repr(value + 1 if value + 1 != value else value / 2)
    if isinstance(value, str):
        return node, repr(value + suffix)
    if isinstance(value, bytes):
        return node, repr(value + suffix.encode())
    return None


def can_repeat(node):
    """Whether an expected value can be evaluated again without an effect."""
    effects = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Lambda)
    for child in ast.walk(node):
        if isinstance(child, effects):
            return False
        if isinstance(child, ast.Call) and ast.unparse(child.func) not in ('approx', 'pytest.approx'):
            return False
    return True


def compared_in(statement):
    """The two sides of an assertion, and whether it is a plain comparison."""
    if isinstance(statement, ast.Assert):
        return comparison_in(statement.test)
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return None
    call = statement.value
    if not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.Name):
        return None
    # With places or a delta, one more can still be close.
    if any(keyword.arg != 'msg' for keyword in call.keywords) or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    if call.func.attr == 'assertTrue' and call.args:
        return comparison_in(call.args[0])
    if call.func.attr not in COMPARED or len(call.args) < 2:
        return None
    if call.func.attr == 'assertAlmostEqual' and len(call.args) != 2:
        return None
    return call.args[0], call.args[1]


def comparison_in(test):
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Eq, ast.Is)):
        return test.left, test.comparators[0]
    return None


def mutants_in(tree, suffix):
    """Assertions with the side that is evaluated once and the leaf that changes, in the order of the text."""
    found = []

    def enter(node, test):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith('test'):
            test = node.lineno
        sides = compared_in(node)
        if sides:
            leaves = [changed_leaf(side, suffix) if can_repeat(side) else None for side in sides]
            if (leaves[0] is None) != (leaves[1] is None):
                leaf, text = leaves[0] or leaves[1]
                found.append((node, sides[1] if leaves[0] else sides[0], leaf, text, test))
        for child in ast.iter_child_nodes(node):
            enter(child, test)

    enter(tree, None)
    return found


def spread(mutants, most):
    """The first assertion of each test before the second ones, at most `most`, in the order of the text."""
    counts = {}
    places = []
    for at, mutant in enumerate(mutants):
        place = counts.get(mutant[4], 0)
        counts[mutant[4]] = place + 1
        places.append((place, at))
    return [mutants[at] for at in sorted(at for _, at in sorted(places)[:most])]


def copy_of(text, file, nonce, most):
    source = text.encode('utf-8')
    starts = [0]
    for line in source.split(b'\n'):
        starts.append(starts[-1] + len(line) + 1)

    def span(node):
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def piece(node, edits):
        start, end = span(node)
        result = source[start:end]
        for (first, last), new in sorted(edits, reverse=True):
            result = result[:first - start] + new.encode('utf-8') + result[last - start:]
        return result

    chosen = spread(mutants_in(ast.parse(source), nonce), most)
    last_of = {mutant[4]: mutant for mutant in chosen}
    result = source
    for mutant in reversed(chosen):
        node, actual, leaf, new, test = mutant
        start, end = span(node)
        name = f'value_{nonce}'
        once = (span(actual), name)
        value = source[slice(*span(leaf))].decode('utf-8')
        site = {'probe': nonce, 'file': file, 'line': node.lineno, 'value': value[:120], 'other': new[:120]}
        examined = node.test if isinstance(node, ast.Assert) else node.value
        other = piece(examined, [once, (span(leaf), new)])
        is_last = test is not None and last_of[test] is mutant
        result = b''.join([
            result[:start], f'{name} = ('.encode(), piece(actual, []), b'); ', piece(node, [once]),
            f'; probe_{nonce}({site!r}, {is_last}, {isinstance(node, ast.Assert)}, lambda: ('.encode(), other, b'))',
            result[end:],
        ])
    return result + RECORDER.replace('{nonce}', nonce).encode('utf-8')


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        plan = json.load(file)
    for at, test in enumerate(plan['tests']):
        try:
            copy = copy_of(test['text'], at, plan['nonce'], plan['most'])
        except (SyntaxError, ValueError, RecursionError):
            copy = b''
        with open(test['copy'], 'wb') as file:
            file.write(copy)


main()
