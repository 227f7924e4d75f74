import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckCoverage } from '../checks/index.ts'
import { coverageDrop } from './coverage-drop.ts'
import { verdictOn } from './verdict.ts'

const coverage = (linesCovered: number, linesTotal: number, missed: Record<string, number> = {}): CheckCoverage => ({
  format: 'lcov',
  path: null,
  linesCovered,
  linesTotal,
  missed,
})
const row = (measured: CheckCoverage | null, outcome: 'passed' | 'failed' = 'passed') => ({
  outcome,
  coverage: measured,
})
const full = coverage(100, 100)
const dropped = coverage(95, 100, { 'a.js': 1, 'b.js': 4 })

test('a drop is reported with the file that has most of it', () => {
  expect(coverageDrop('test', row(full), row(dropped))).toEqual([
    {
      kind: 'coverage_dropped',
      level: 'note',
      path: 'b.js',
      reason:
        'The check “test” runs 95.0 % of the lines that it measures, and ran 100.0 % before the change. Most of the difference is in b.js.',
    },
  ])
})

test('reports nothing unless both runs passed and were measured, and the drop is a point or more', () => {
  const none = (base: Parameters<typeof coverageDrop>[1], task: Parameters<typeof coverageDrop>[2]) =>
    expect(coverageDrop('test', base, task)).toEqual([])
  none(row(full), undefined)
  none(row(null), row(dropped))
  none(row(full), row(null))
  none(row(full), row(dropped, 'failed'))
  none(row(full, 'failed'), row(dropped))
  none(row({ ...full, fault: 'It is empty.' }), row(dropped))
  none(row(full), row({ ...dropped, fault: 'It is empty.' }))
  none(row(full), row(coverage(0, 0)))
  none(row(coverage(1_000, 1_000)), row(coverage(991, 1_000, { 'a.js': 9 })))
  // Code that was run is deleted, and nothing more is not run.
  none(row(coverage(90, 100, { 'a.js': 10 })), row(coverage(10, 20, { 'a.js': 10 })))
})

test('coverage changes no verdict', () => {
  const figures = fc.record({ covered: fc.nat(50), more: fc.nat(50), missed: fc.dictionary(fc.string(), fc.nat(50)) })
  fc.assert(
    fc.property(figures, figures, (before, after) => {
      const rows = [before, after].map(({ covered, more, missed }, at) => ({
        name: 'test',
        phase: at === 0 ? ('base' as const) : ('task' as const),
        report: null,
        ...row(coverage(covered, covered + more, missed)),
      }))
      const { verdict, doubts } = verdictOn(rows, [])
      expect([verdict.outcome, verdict.provedBy, doubts.map(({ code }) => code)]).toEqual(['checked', [], ['checked']])
      for (const { path } of verdict.findings ?? []) expect(Object.hasOwn(after.missed, path)).toBe(true)
    }),
  )
})
