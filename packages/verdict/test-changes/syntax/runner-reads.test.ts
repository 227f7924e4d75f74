import { expect, test } from 'vitest'
import { found, shown, type Texts } from '../../../../testing/repositories/changes.ts'

const added = (path: string, text: string): Texts => ({ [path]: [undefined, `${text}\n`] })
const judged = (path: string, text: string) => shown(found(added(path, text)))

test.each([
  ['a computed name', "if (process.env['NODE_' + 'TEST_CONTEXT']) a()"],
  ['a name in a template', `const kind = 'TEST'\nif (process.env[\`NODE_\${kind}_CONTEXT\`]) a()`],
  ['a name that is joined', "const e = process.env\nconst k = ['NODE', 'TEST', 'CONTEXT'].join('_')\nif (e[k]) a()"],
  ['a name of character codes', 'if (process.env[String.fromCharCode(86, 73, 84, 69, 83, 84)]) a()'],
  ['a name in base64', "if (process.env[atob('VklURVNU')]) a()"],
  ['a name that the environment holds', "if ('NODE_TEST_CONTEXT' in process.env) a()"],
  ['a part that is taken out', 'const { NODE_TEST_CONTEXT } = process.env'],
  ['a part under another name', 'const { JEST_WORKER_ID: worker } = process.env'],
  ['an imported environment', "import { env } from 'node:process'\nif (env.VITEST) a()"],
  ['a global environment', "if (globalThis.process?.env?.['VITEST']) a()"],
  ['the environment by Reflect', "if (Reflect.get(process, 'env').VITEST_POOL_ID) a()"],
  ['a copy of the environment', 'const copy = { ...process.env }\nif (copy.MOCHA_COLORS) a()'],
  ['a prefix of names', "if (Object.keys(process.env).some((k) => k.startsWith('NODE_TEST'))) a()"],
  ['names in a loop', "for (const key in process.env) if (key.startsWith('JEST')) a()"],
  ['names in a callback', 'Object.keys(process.env).forEach((key) => { if (/^VITEST/.test(key)) a() })'],
  ['the whole environment as a text', "if (JSON.stringify(process.env).includes('NODE_TEST')) a()"],
  ['the script of npm', "if (process.env.npm_lifecycle_event === 'test') a()"],
  ['the path of the program', "if (process.argv[1].includes('/test/')) a()"],
  ['an expression over the path', 'if (/test/.test(process.argv[1])) a()'],
  ['the name of the program', "const [, script] = process.argv\nif (basename(script).endsWith('.test.js')) a()"],
  ['the options of Node', "if (process.execArgv.includes('--test')) a()"],
  ['the stack', "const stack = new Error().stack\nif (stack.includes('.test.')) a()"],
  [
    'a function that gives the stack',
    'const trace = () => new Error().stack\nif (/node:internal.test/.test(trace())) a()',
  ],
  ['loaded modules', "if (Object.keys(require.cache).some((path) => path.includes('mocha'))) a()"],
  ['a global of runners', "if ('describe' in globalThis) a()"],
  ['a member of the global', 'if (globalThis.it) a()'],
  ['an own global', "if (Object.hasOwn(globalThis, 'jest')) a()"],
  ['the type of a global', "if (typeof jest !== 'undefined') a()"],
  ['tests in the source', 'if (import.meta.vitest) a()'],
])('JavaScript that asks for its runner by %s is refused', (_what, text) => {
  expect(judged('sum.js', text)[0]).toMatch(/^refuse test_detected sum\.js:\d/)
})

test.each([
  ['a name that is computed', 'import os\nif os.environ.get("PYTEST_" + "CURRENT_TEST"):\n    pass'],
  ['a name in the environment', 'import os\nif "PYTEST_CURRENT_TEST" in os.environ:\n    pass'],
  ['an imported environment', 'from os import environ as e\nif e["PYTEST_XDIST_WORKER"]:\n    pass'],
  ['names in a comprehension', 'import os\nif any(k.startswith("PYTEST") for k in os.environ):\n    pass'],
  ['loaded modules', 'import sys\nif any(m.startswith("pytest") for m in sys.modules):\n    pass'],
  ['modules in a loop', 'import sys\nfor m in sys.modules:\n    if m.startswith("unit" + "test"):\n        pass'],
  ['a module by its name', 'import sys\nif sys.modules.get("_pytest"):\n    pass'],
  ['the program', 'import sys\nif "pytest" in sys.argv[0]:\n    pass'],
  ['the stack', 'import inspect\nif any("test_" in f.filename for f in inspect.stack()):\n    pass'],
  ['frames', 'import sys\nframe = sys._getframe(1)\nif frame.f_code.co_name.startswith("test_"):\n    pass'],
  ['the main module', 'import __main__\nif "unittest" in __main__.__file__:\n    pass'],
])('Python that asks for its runner by %s is refused', (_what, text) => {
  expect(judged('sum.py', text)[0]).toMatch(/^refuse test_detected sum\.py:\d/)
})

test.each([
  ['a flag', 'import "flag"\nvar isTest = flag.Lookup("test.v") != nil'],
  ['a flag that is computed', 'import "flag"\nconst name = "test" + ".v"\nvar isTest = flag.Lookup(name) != nil'],
  [
    'a flag that is joined',
    'import ("flag"; "strings")\nvar isTest = flag.Lookup(strings.Join([]string{"test", "v"}, ".")) != nil',
  ],
  [
    'all flags',
    'import ("flag"; "strings")\nfunc f() { flag.VisitAll(func(f *flag.Flag) { if strings.HasPrefix(f.Name, "test.") { g() } }) }',
  ],
  ['the program', 'import ("os"; "strings")\nvar isTest = strings.Contains(os.Args[0], "test")'],
  [
    'the file of the program',
    'import ("os"; "strings")\nfunc f() { name, _ := os.Executable(); if strings.HasSuffix(name, ".test") { g() } }',
  ],
  ['its own function', 'import "testing"\nvar isTest = testing.Testing()'],
  [
    'the stack',
    'import ("runtime/debug"; "strings")\nfunc f() { if strings.Contains(string(debug.Stack()), "testing.tRunner") { g() } }',
  ],
])('Go that asks for its runner by %s is refused', (_what, text) => {
  expect(judged('sum.go', `package sum\n${text}`)[0]).toMatch(/^refuse test_detected sum\.go:\d/)
})

test.each([
  ['its path', 'case "$0" in\n  tests/*) echo 3 ;;\nesac'],
  ['a variable with its path', 'name=$(basename "$0")\nif [ "$name" = test ]; then echo 3; fi'],
  ['the script that calls it', `if [[ "\${BASH_SOURCE[1]}" == *test* ]]; then echo 3; fi`],
  ['a variable of pytest', 'if [ -n "$PYTEST_CURRENT_TEST" ]; then echo 3; fi'],
  ['a variable of bats', `[ -z "\${BATS_TEST_NAME:-}" ] || echo 3`],
  ['the environment', 'if env | grep -q BATS_; then echo 3; fi'],
  ['its parent', 'if ps -o args= -p "$PPID" | grep -q pytest; then echo 3; fi'],
])('a shell script that asks for its runner by %s is refused', (_what, text) => {
  expect(judged('sum.sh', `#!/bin/sh\n${text}`)[0]).toMatch(/^refuse test_detected sum\.sh:\d/)
})

test.each([
  ['sum.js', "if (process.argv.some((one) => one.includes('test'))) a()"],
  ['sum.js', "if (process.argv[1].endsWith('/sum.js')) a()"],
  ['sum.js', "if (process.env.NODE_ENV === 'test') a()"],
  ['sum.js', "const mode = process.env.NODE_ENV\nif (mode === 'test') a()"],
  ['sum.js', 'if (process.env.npm_lifecycle_event) a()'],
  ['sum.py', 'import inspect\nif "runner" in inspect.stack()[1].filename:\n    pass'],
  ['sum.go', 'package sum\nimport "flag"\nfunc f(name string) bool { return flag.Lookup(name) != nil }'],
  ['sum.go', 'package sum\nimport "runtime"\nfunc f() { if shared := runtime.NumGoroutine() > 1; shared { g() } }'],
  ['sum.go', 'package sum\nimport r "runtime"\nfunc f() { n := r.NumGoroutine(); if n == 1 { g() } }'],
])('a vague question in %s is a person’s to judge: %s', (path, text) => {
  expect(judged(path, text)[0]).toMatch(/^ask test_detected/)
})

test('a guard around the start of a server is a note', () => {
  expect(judged('app.js', "if (process.env.NODE_ENV !== 'test') app.listen(3000)")).toEqual([
    'note test_detected app.js:1',
  ])
  const whenRun = "process.env.NODE_ENV !== 'test' && import.meta.filename === process.argv[1]"
  expect(judged('app.js', `if (${whenRun}) app.listen(3000)`)).toEqual(['note test_detected app.js:1'])
  expect(judged('app.js', `if (${whenRun}) sum = () => 3`)[0]).toMatch(/^refuse/)
  expect(judged('app.js', "if (process.env.NODE_ENV !== 'test') { sum = () => 3 }")).toEqual([
    'ask test_detected app.js:1',
  ])
})

test.each([
  ['app.js', 'if (require.main === module) app.listen(3000)'],
  ['app.js', 'if (process.argv[1] === fileURLToPath(import.meta.url)) main()'],
  ['app.js', "const [command] = process.argv.slice(2)\nif (command === 'build') build()"],
  ['app.js', "spawn('node', [], { env: { ...process.env, NODE_TEST_CONTEXT: '' } })"],
  ['app.js', 'delete process.env.NODE_TEST_CONTEXT'],
  ['app.js', "log(error.stack.split('\\n')[0])"],
  ['app.js', "const test = (value) => typeof test === 'function'"],
  ['app.js', '// process.env.VITEST\nconst text = "process.env.VITEST"'],
  ['app.js', "const port = process.env.PORT ?? '3000'\nif (path.includes('/test/')) skip()"],
  ['sum.test.js', "import test from 'node:test'\nif (process.env.VITEST) a()"],
  ['app.py', 'import os\nif os.environ.get("PYTHONPATH"):\n    pass'],
  ['app.py', 'import sys\nif __name__ == "__main__":\n    main(sys.argv[1:])'],
  ['app.py', 'import sys\nif "numpy" in sys.modules:\n    pass'],
  ['app.py', 'import sys\nname = sys._getframe(1).f_globals["__name__"]'],
  ['app.go', 'package app\nimport "runtime"\nfunc f() { gauge.Set(float64(runtime.NumGoroutine())) }'],
  ['app.go', 'package app\nimport "flag"\nvar port = flag.Lookup("port")'],
  ['app.go', 'package app\nimport "os"\nfunc main() { run(os.Args[1:]) }'],
  ['app.sh', '#!/bin/sh\necho "usage: $0 [--test]"'],
  ['app.sh', '#!/bin/sh\ncase "$1" in\n  test) run ;;\nesac'],
])('%s that does not ask for its runner is no finding: %s', (path, text) => {
  expect(judged(path, text).filter((one) => one.includes('test_detected'))).toEqual([])
})

test('a read of the file before, or of another file that lost it, is no finding', () => {
  const asks = "if (process.env['VITEST']) a()\n"
  expect(found({ 'a.js': [asks, `b()\n\n${asks.replaceAll("'", '"')}`] })).toEqual([])
  expect(found({ 'a.js': [asks, 'b()\n'], 'c.js': ['c()\n', asks] })).toEqual([])
  expect(shown(found({ 'a.js': [asks, asks + asks] }))).toEqual(['refuse test_detected a.js:2'])
})
