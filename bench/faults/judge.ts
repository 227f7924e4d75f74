import type { Files } from '../../testing/runner/related-tests.ts'
import { type Fault, withFault } from './faults.ts'
import type { Scratch, TestRun } from './scratch.ts'
import { testsOf } from './tests-of-file.ts'

/** `gone` is a fault whose place the commit no longer contains; `survived` passed every test that was tried. */
export type Outcome = 'found' | 'survived' | 'timeout' | 'gone'

export interface Judgement {
  readonly outcome: Outcome
  /** The test file that found it. */
  readonly by?: string
  /** How many test files were tried. */
  readonly tried: number
}

export interface Limits {
  readonly tests: number
  readonly timeMs: number
  readonly isLong: boolean
}

const testsPerRun = 5

/** Judges faults in one checkout; `costs` are milliseconds by test file. */
export class Judge {
  private readonly scratch: Scratch
  private readonly files: Files
  private readonly costs: ReadonlyMap<string, number>
  private readonly limits: Limits
  /** By test file, whether it passes without a fault. */
  private readonly clean = new Map<string, boolean>()

  constructor(scratch: Scratch, costs: ReadonlyMap<string, number>, limits: Limits) {
    this.scratch = scratch
    this.files = scratch.files()
    this.costs = costs
    this.limits = limits
  }

  /** `first` is the test file that found the fault in an earlier run. */
  async judge(fault: Fault, first: string | undefined): Promise<Judgement> {
    const original = this.files.get(fault.file)
    const changed = original && withFault(original, fault)
    if (changed === undefined || original === undefined) return { outcome: 'gone', tried: 0 }
    const nearest = testsOf(this.files, fault.file, { costs: this.costs, isLong: this.limits.isLong })
    const tests = nearest.slice(0, this.limits.tests).filter((test) => test !== first)
    const groups = [...(first && this.files.has(first) ? [[first]] : []), ...groupsOf(tests)]
    const until = performance.now() + this.limits.timeMs
    let tried = 0
    for (let group = groups.shift(); group; group = groups.shift()) {
      const run = await this.runWith(fault.file, changed, group, until - performance.now())
      if (run.status === 'timeout') return { outcome: 'timeout', tried }
      if (run.status === 'passed') {
        tried += group.length
        continue
      }
      const failed = run.failed ?? (group.length === 1 ? group[0] : undefined)
      if (failed === undefined) {
        groups.unshift(...group.map((test) => [test]))
        continue
      }
      tried += 1
      if (await this.isFoundBy(failed, fault.file, changed)) return { outcome: 'found', by: failed, tried }
      const others = group.filter((test) => test !== failed)
      if (others.length > 0) groups.unshift(others)
    }
    return { outcome: 'survived', tried }
  }

  /** A test finds a fault if it fails with it twice and passes without it: a flicker finds nothing. */
  private async isFoundBy(test: string, file: string, changed: string): Promise<boolean> {
    const again = await this.runWith(file, changed, [test], this.limits.timeMs)
    if (again.status === 'passed') return false
    const known = this.clean.get(test)
    if (known !== undefined) return known
    const { status } = await this.scratch.run([test], this.limits.timeMs)
    this.clean.set(test, status === 'passed')
    return status === 'passed'
  }

  private async runWith(file: string, text: string, tests: readonly string[], limitMs: number): Promise<TestRun> {
    this.scratch.write(file, text)
    try {
      return await this.scratch.run(tests, limitMs)
    } finally {
      this.scratch.write(file, this.files.get(file)!)
    }
  }
}

const groupsOf = (tests: readonly string[]) =>
  Array.from({ length: Math.ceil(tests.length / testsPerRun) }, (_, index) =>
    tests.slice(index * testsPerRun, (index + 1) * testsPerRun),
  )
