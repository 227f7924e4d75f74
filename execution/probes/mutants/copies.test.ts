import type { Expression, Node } from '@babel/types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { programOf, sourceOf, visitNodes } from '../javascript/program.ts'
import { testsForInputs } from '../inputs/plan.ts'
import { copyPath, testsToCopy } from '../runs/copies.ts'
import { ownRun } from '../runs/own-run.ts'
import { mutantsIn, mutatedCopy } from './javascript.ts'

const nonce = 'k3x9q7'
const literal = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  fc.constantFrom('true', 'null', 'undefined', '[]', '{}', '`a`', '10n', "'it’s'"),
)
const expected = fc.oneof(
  literal,
  fc.array(literal, { maxLength: 3 }).map((values) => `[${values.join(', ')}]`),
  fc
    .uniqueArray(fc.constantFrom('a', 'b', "'c d'"), { minLength: 1 })
    .chain((keys) =>
      fc
        .tuple(...keys.map(() => literal))
        .map((values) => `{ ${keys.map((key, at) => `${key}: ${values[at]}`).join(', ')} }`),
    ),
)
const shapes = [
  (value: string) => `expect(f(1)).toEqual(${value})`,
  (value: string) => `await expect(later()).resolves.toBe(${value})`,
  (value: string) => `assert.deepEqual(f({ a: [1] }), ${value}, 'why')`,
  (value: string) => `assert.equal(${value}, f())`,
  (value: string) => `assert(f() === ${value})`,
  (value: string) => `t.assert.strictEqual(await f(), ${value})`,
]
const assertion = fc.tuple(fc.constantFrom(...shapes), expected).map(([shape, value]) => shape(value))
const testFile = fc
  .array(fc.array(assertion, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((tests) =>
    [
      "import assert from 'node:assert'",
      ...tests.map((lines, at) => `test('number ${at}', async (t) => {\n  ${lines.join('\n  ')}\n})`),
    ].join('\n'),
  )

const codeOf = (text: string, node: Node) => sourceOf(text, node)

/** The literals of an expression, as they are written. */
const literalsIn = (text: string, node: Expression): readonly string[] => {
  const found: string[] = []
  visitNodes(node, (inner) => {
    const isLeaf = inner.type.endsWith('Literal') && inner.type !== 'TemplateLiteral'
    const isEmpty = /^(?:Array|Object)Expression$/.test(inner.type) && /^[[{]\s*[\]}]$/.test(codeOf(text, inner))
    const isUndefined = inner.type === 'Identifier' && inner.name === 'undefined'
    if (isLeaf || isEmpty || isUndefined || inner.type === 'TemplateElement') found.push(codeOf(text, inner))
  })
  return found
}

test.runIf(isLong)(
  'a mutated copy parses, and has each of its assertions twice, with one literal of a difference',
  () => {
    fc.assert(
      fc.property(testFile, (text) => {
        const file = { path: 'a.test.mjs', text }
        const mutants = mutantsIn(file, nonce)
        expect(mutants).toHaveLength(
          text.match(/\b(?:expect|assert|strictEqual)\b(?=\()|assert\.(?:deepEqual|equal)\(/g)!.length,
        )
        const copy = mutatedCopy(file, mutants, nonce, 0)
        const program = programOf({ path: file.path, text: copy })
        const pairs: [Expression, Expression][] = []
        visitNodes(program!, (node) => {
          if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
          if (node.callee.name !== `probe_${nonce}`) return
          const [original, other] = node.arguments.slice(3)
          if (original?.type === 'ArrowFunctionExpression' && other?.type === 'ArrowFunctionExpression') {
            if (original.body.type !== 'BlockStatement' && other.body.type !== 'BlockStatement') {
              pairs.push([original.body, other.body])
            }
          }
        })
        expect(pairs).toHaveLength(mutants.length)
        for (const [original, other] of pairs) {
          const before = literalsIn(copy, original)
          const after = literalsIn(copy, other)
          const isGrown = after.length !== before.length
          const changed = before.filter((one, at) => one !== after[at])
          // Something in an empty array or object is one literal more.
          expect(isGrown ? before.filter((one) => /^[[{]/.test(one)).length > 0 : changed.length === 1).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  },
)

test('an assertion is not changed if another value proves nothing or evaluating it twice has an effect', () => {
  const lines = [
    'expect(f()).not.toBe(1)',
    'expect(f()).toBe(g())',
    'expect(f()).toEqual([next(), 1])',
    'expect(f()).toEqual({ ...base, a: 1 })',
    'expect(f()).toBeGreaterThan(1)',
    'expect(f()).toBeCloseTo(1, -2)',
    'expect.soft(f()).toBe(1)',
    'expect(f, ...more).toBe(1)',
    'assert.equal(1, 1)',
    'assert.notEqual(f(), 1)',
    'other.equal(f(), 1)',
    'assert(f() !== 1)',
    "expect(() => { expect(f()).toBe(1) }).toThrow('x')",
  ]
  const text = `const assert = require('assert')\n${lines.join('\n')}\nfunction own(assert) { assert.equal(f(), 1) }`
  expect(mutantsIn({ path: 'a.test.js', text }, nonce)).toEqual([])
  expect(mutantsIn({ path: 'a.test.js', text: 'expect(f()).toBe(1' }, nonce)).toEqual([])
})

test('a copy is in the folder of its test and has its ending', () => {
  const copies = ['a/sum.test.ts', 'sum_test.js', 'test/test.mjs', 'sum.js', 'test_sum.py', 'x/sum_test.py', 'tests.py']
  expect(copies.map((path) => copyPath(path, 'k3'))).toEqual([
    'a/sum-pk3.test.ts',
    'sum-pk3_test.js',
    'test/pk3.test.mjs',
    'sum-pk3.js',
    'test_sum_pk3.py',
    'x/pk3_sum_test.py',
    'tests_pk3.py',
  ])
})

test('tests that name a changed module are copied first, and odd paths and long texts never', () => {
  const paths = ['other.test.js', 'a$b.test.js', '../up.test.js', 'src/sum.test.js', 'long.test.js', 'c.test.js']
  const tests = paths.map((path) => ({
    path,
    text: path === 'c.test.js' ? "require('./sum')" : path === 'long.test.js' ? 'x'.repeat(200_000) : '',
  }))
  const subject = { command: '', runner: '', nonce, changed: [{ path: 'src/sum/index.js', text: '' }], tests }
  expect(testsToCopy(subject, /js$/).map(({ path }) => path)).toEqual(['src/sum.test.js', 'c.test.js', 'other.test.js'])
})

test('tests that a change heals are copied first, and for altered inputs no others than these and near ones', () => {
  const tests = ['other.test.js', 'sum.test.js', 'cart.test.js'].map((path) => ({ path, text: '' }))
  const subject = { command: '', runner: '', nonce, changed: [{ path: 'sum.js', text: '' }], tests }
  const forInputs = (of: object) => testsForInputs({ ...subject, ...of }).map(({ path }) => path)
  expect(forInputs({ healed: ['cart.test.js'] })).toEqual(['cart.test.js', 'sum.test.js'])
  expect(forInputs({ changed: [{ path: 'index.js', text: '' }] })).toEqual(tests.map(({ path }) => path))
})

const runOf = (command: string, runner: string, ...files: readonly string[]) =>
  ownRun({ command, runner }, files, 'left')?.command

test('our own run keeps how tests are loaded, and leaves out filters, coverage, watching and stopping early', () => {
  const vitest = `run --coverage.enabled=false --bail=0 --retry=0`
  const json = `--reporter=default --reporter=json --outputFile.json='left'`
  expect(runOf('npm test\nCI=1 vitest run --config a.ts -t sum --coverage src', 'vitest', 'a.test.ts')).toBe(
    `CI=1 vitest ${vitest} --config a.ts 'a.test.ts' ${json}`,
  )
  expect(runOf("tsc -p . && mocha -r ts-node/register --bail 'test/**/*.ts'", 'mocha', 'test/a.ts')).toBe(
    `tsc -p .; mocha --no-bail -r ts-node/register 'test/a.ts' --reporter json --reporter-option output='left'`,
  )
  expect(runOf('node --import tsx --test --test-name-pattern=a --watch test/*.ts', 'node --test', 'a.ts')).toMatch(
    /^node --test-reporter=spec .* --import tsx --test 'a\.ts'$/,
  )
  expect(runOf('eslint . && jest --findRelatedTests a.js -o', 'jest', 'a.test.js')).toBe(
    `jest --ci --coverage=false --bail=0 --runTestsByPath 'a.test.js' --json --outputFile='left'`,
  )
  expect(runOf('uv run pytest -x -k sum -p plug --cov=src', 'pytest', 'test_a.py')).toBe(
    `uv run pytest --maxfail=0 -p plug 'test_a.py' --junitxml='left' -o junit_family=xunit1`,
  )
  expect(ownRun({ command: 'uv run pytest', runner: 'pytest' }, ['a.py'], 'x')?.interpreter).toBe('uv run python3')
  expect(runOf('python -m unittest tests.test_a', 'unittest', 'tests/a.py')).toBe(
    `python -m unittest 'tests/a.py'; echo "status 0 $?" >> "$ATELIER_REPORT"`,
  )
})

test.each(['vitest run | tee log', 'make test', 'cd a && vitest run', 'go test ./...', 'sh -c "vitest run"'])(
  'there is no run of our own for “%s”',
  (command) => expect(runOf(command, 'vitest', 'a.test.ts')).toBe(undefined),
)
