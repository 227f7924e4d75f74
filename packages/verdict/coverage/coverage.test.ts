import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { ReportError } from '../reports/report.ts'
import { type Coverage, type CoverageFormat, coverageFormats, coverageLimits, sumsOf } from './coverage.ts'
import { measuresCoverage, defaultCoveragePaths } from './default-coverage-paths.ts'
import { moduleIn } from './go.ts'
import { readCoverage } from './read-coverage.ts'

const root = '/worktree'
const read = (format: CoverageFormat, text: string, module?: string) =>
  linesIn(readCoverage(format, text, root, module))
const linesIn = ({ files }: Coverage) =>
  Object.fromEntries(
    [...files].map(([path, lines]) => [path, [...lines].map(([line, isRun]) => (isRun ? line : -line))]),
  )
const refusal = (format: CoverageFormat, text: string) => {
  try {
    readCoverage(format, text, root)
    return undefined
  } catch (error) {
    if (!(error instanceof ReportError)) throw error
    return error.message
  }
}

const lcov = 'TN:\nSF:src/cart.js\nFN:1,sum\nDA:1,1\nDA:2,3\nDA:3,0\nLH:2\nLF:3\nend_of_record\n'
const cobertura = `<?xml version="1.0" ?>
<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
<coverage line-rate="0.75"><sources><source>/worktree/pkg</source></sources><packages><package name="."><classes>
<class name="cart.py" filename="cart.py"><methods><method name="total"><lines><line number="2" hits="1"/></lines></method></methods>
<lines><line number="1" hits="1"/><line number="3" hits="0"/></lines></class></classes></package></packages></coverage>`
const statement = (line: number) => ({ start: { line, column: 0 }, end: { line, column: null } })
const istanbul = JSON.stringify({
  '/worktree/cart.js': { path: 'x', statementMap: { 0: statement(1), 1: statement(3) }, s: { 0: 2, 1: 0 } },
})
const go = 'mode: set\nexample.com/shop/cart/cart.go:4.24,5.11 1 1\nexample.com/shop/cart/cart.go:5.11,7.3 1 0\n'
const jacoco = `<?xml version="1.0"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd"><report name="shop">
<package name="com/shop"><class name="com/shop/Cart" sourcefilename="Cart.java"><counter type="LINE" missed="1" covered="1"/></class>
<sourcefile name="Cart.java"><line nr="3" mi="0" ci="2" mb="0" cb="0"/><line nr="4" mi="1" ci="0"/></sourcefile></package></report>`

test('each format shows which lines were run', () => {
  expect(read('lcov', lcov)).toEqual({ 'src/cart.js': [1, 2, -3] })
  expect(read('cobertura', cobertura)).toEqual({ 'pkg/cart.py': [1, -3] })
  expect(read('istanbul', istanbul)).toEqual({ 'cart.js': [1, -3] })
  expect(read('go', go, 'example.com/shop')).toEqual({ 'cart/cart.go': [4, 5, -6, -7] })
  expect(read('jacoco', jacoco)).toEqual({ 'com/shop/Cart.java': [3, -4] })
})

test('a summary has sums and no lines', () => {
  const summary = { total: { lines: { total: 10, covered: 8, pct: 80 } }, '/worktree/a.js': {} }
  const coverage = readCoverage('istanbul', JSON.stringify(summary), root)
  expect([sumsOf(coverage), coverage.files.size]).toEqual([{ linesCovered: 8, linesTotal: 10 }, 0])
})

test('a line that is listed twice counts as run if an entry marks it as run', () => {
  expect(read('lcov', `${lcov}SF:./src/cart.js\nDA:3,7\nDA:1,0\nend_of_record\n`)).toEqual({ 'src/cart.js': [1, 2, 3] })
})

test('files outside of the repository are left out, and a report without other files is refused', () => {
  const at = (path: string) => `SF:${path}\nDA:1,1\nend_of_record\n`
  const outside = ['../etc/passwd', 'a/../../b', '/usr/lib/x.js', 'file:///worktree/a.js', 'C:\\x.js', 'a\0b', '', '.']
  expect(read('lcov', outside.map(at).join('') + at('/worktree/a.js') + at('a\\b.js'))).toEqual({
    'a.js': [1],
    'a/b.js': [1],
  })
  expect(refusal('lcov', outside.map(at).join(''))).toMatch(/names no line/)
})

test('an unfinished report, an empty report and another format are named as such', () => {
  const texts = { lcov, cobertura, istanbul, go, jacoco }
  for (const format of coverageFormats) {
    expect(refusal(format, ' \n')).toBe('It is empty.')
    for (const [other, text] of Object.entries(texts))
      expect([format, other, refusal(format, text) === undefined]).toEqual([format, other, format === other])
    expect(refusal(format, texts[format].trimEnd().slice(0, -4))).toMatch(/not finished|no cover|names no/)
  }
})

test('impossible counts and lines lose only their line, and a report of only such lines is refused', () => {
  const line = (text: string) => refusal('lcov', `SF:a.js\nDA:${text}\nend_of_record\n`)
  const odd = ['-1,1', '0,1', 'NaN,1', '1e9,1', '99999999,1', '1.5,1', ',1', '1']
  for (const text of [...odd, '1,-1', '1,NaN', '1,Infinity', '1,0x1', '1,']) {
    expect(line(text)).toMatch(/names no line/)
    expect(read('lcov', `# by a merge\n\nTN:\nDA:9,1\nSF:a.js\nDA:${text}\nDA:7,0\nend_of_record\n`)).toEqual({
      'a.js': [-7],
    })
  }
  for (const text of ['1,1', '1,1e+21', '1,18446744073709551615', '1,1,checksum']) expect(line(text)).toBeUndefined()
  const sums = (total: unknown, covered: unknown) =>
    refusal('istanbul', JSON.stringify({ total: { lines: { total, covered } } }))
  for (const [total, covered] of [
    [1, 2],
    [-1, -2],
    [1.5, 1],
    [2 ** 40, 1],
    ['1', '1'],
    [null, null],
  ])
    expect(sums(total, covered)).toMatch(/inconsistent/)
  expect(read('go', 'mode: set\na/b.go:9.1,3.1 1 1\nodd\nmode: set\na/b.go:2.1,2.9 1 0\n')).toEqual({ 'a/b.go': [-2] })
  const oddXml = '<line number="0" hits="1"/><line number="3" hits="-2"/><line hits="1"/><line number="4" hits="1"/>'
  expect(read('cobertura', `<coverage><class filename="a.py">${oddXml}</class></coverage>`)).toEqual({ 'a.py': [4] })
  const oddJson = { '/worktree/a.js': { statementMap: { 0: {}, 1: statement(2), 2: statement(0) }, s: { 1: 1, 2: 1 } } }
  expect(read('istanbul', JSON.stringify({ ...oddJson, '/worktree/b.js': 1 }))).toEqual({ 'a.js': [2] })
})

test.runIf(isLong)('a report is bounded in bytes, lines and files, and its entities are never expanded', () => {
  expect(refusal('lcov', 'x'.repeat(coverageLimits.bytes + 1))).toMatch(/32 MiB/)
  expect(refusal('go', 'mode: set\na/b.go:1.1,9999999.9 1 1\n')).toMatch(/1000000 lines/)
  expect(
    refusal('lcov', 'SF:a\n'.repeat(1).concat(...Array.from({ length: 20_001 }, (_, at) => `SF:f${at}\n`))),
  ).toMatch(/20000 files/)
  const laughs = `<!DOCTYPE coverage [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><coverage><class filename="&b;"/></coverage>`
  expect(refusal('cobertura', laughs)).toMatch(/document type/)
  expect(refusal('cobertura', '<coverage><class filename="&b;"/></coverage>')).toMatch(/entity/)
  expect(refusal('jacoco', '<report>'.repeat(100))).toMatch(/nested too deeply/)
})

test('any text is read or refused, and never more lines covered than there are', () => {
  const words = fc.constantFrom(
    'SF:a.js\n',
    'DA:1,1\n',
    'DA:2,0\n',
    'end_of_record\n',
    'mode: set\n',
    'm/a.go:1.1,2.2 1 1\n',
    '<coverage>',
    '<class filename="a">',
    '<line number="1" hits="0"/>',
    '</class>',
    '</coverage>',
    '{"total":',
    '{}',
    '}',
    '__proto__',
  )
  const texts = fc.oneof(
    fc.array(words, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.constantFrom(...coverageFormats), texts, (format, text) => {
      if (refusal(format, text) !== undefined) return
      const { linesCovered, linesTotal } = sumsOf(readCoverage(format, text, root))
      expect(linesCovered >= 0 && linesCovered <= linesTotal && linesTotal > 0).toBe(true)
    }),
  )
})

test('a module is the name in go.mod, without the text beside it', () => {
  expect(moduleIn('// x\nmodule example.com/shop // here\n\ngo 1.22\n')).toBe('example.com/shop')
  expect(moduleIn('module "example.com/shop"\r\n')).toBe('example.com/shop')
  expect(moduleIn('go 1.22\n')).toBeUndefined()
})

test('recognizes a command that measures, and puts its own file first', () => {
  for (const command of [
    'vitest run --coverage',
    'go test -cover ./...',
    'c8 node --test',
    'pytest --cov=shop',
    'npm run cov',
  ])
    expect([command, measuresCoverage(command)]).toEqual([command, true])
  for (const command of ['vitest run', 'pytest tests/recover_test.py', 'npm run discover'])
    expect([command, measuresCoverage(command)]).toEqual([command, false])
  expect(defaultCoveragePaths('go test -coverprofile=out/c.txt ./...')[0]).toEqual({ path: 'out/c.txt', format: 'go' })
  expect(defaultCoveragePaths('pytest --cov --cov-report xml:./r.xml')[0]).toEqual({
    path: 'r.xml',
    format: 'cobertura',
  })
  for (const path of ['/etc/passwd', '../x', 'a/../../x', '$(id)'])
    expect(defaultCoveragePaths(`go test -coverprofile=${path}`)[0]!.path).toBe('coverage/lcov.info')
})
