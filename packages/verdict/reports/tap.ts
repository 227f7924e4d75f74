import { collectTests, ReportError, reportLimits, type TestOutcome, type TestReport, wholeFile } from './report.ts'

const point = /^( *)(not )?ok\b(?: \d+(?!\d))?(?: -)?(.*)$/
const plan = /^( *)1\.\.(\d{1,9})(?:\s*#.*)?$/
const subtest = /^( *)# Subtest:(.*)$/
const directive = /^(.*?)(?<!\\)#\s*(skip|todo)/i
const testFile = /^\S+\.[cm]?[jt]sx?$/

/** One level of nesting: how many points came, and how many there should be. */
interface Level {
  readonly title: string
  /** The point that contains it, if that comes before its points. */
  readonly point: Point | undefined
  points: number
  planned: number | undefined
}

interface Point {
  readonly title: string
  readonly outcome: TestOutcome
}

/** Whether a text has the version or the plan of TAP, and a numbered result. */
export const isTap = (text: string): boolean =>
  /^(?:TAP version 1[2-4]|1\.\.\d{1,9})\r?$/m.test(text) && /^(?:not )?ok \d/m.test(text)

/** Reads TAP 12 to 14, with the subtests that node writes and those in braces that vitest writes, below the file that they are in. Other tests have no file. */
export const readTap = (text: string, root: string): TestReport => {
  const tests = collectTests(root)
  const levels: Level[] = [level('')]
  let yaml: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (yaml !== undefined) {
      if (line === `${yaml}...`) yaml = undefined
    } else if (line.trim() === '---') yaml = line.slice(0, line.indexOf('-'))
    else if (/^\s*Bail out!/i.test(line)) throw new ReportError('The run was bailed out.')
    else readLine(line, levels, tests)
  }
  const [top] = levels
  if (yaml !== undefined || levels.length > 1 || top!.planned === undefined || top!.planned !== top!.points)
    throw new ReportError('It is not finished.', tests.report().tests)
  return tests.report()
}

const level = (title: string, point?: Point): Level => ({ title, point, points: 0, planned: undefined })
const depthOf = (indent: string) => Math.floor(indent.length / 4)

const readLine = (line: string, levels: Level[], tests: ReturnType<typeof collectTests>) => {
  const begun = subtest.exec(line)
  const planned = plan.exec(line)
  const isOpened = line.endsWith(' {')
  const found = point.exec(isOpened ? line.slice(0, -2) : line)
  if (begun) open(levels, depthOf(begun[1]!) + 1, begun[2]!.trim())
  else if (planned) {
    const current = levels[depthOf(planned[1]!)]
    if (current) current.planned = Number(planned[2])
  } else if (/^ *\}$/.test(line)) close(levels, depthOf(line), tests)
  else if (found) addPoint(found, levels, tests, isOpened)
}

/** At the end of braces: the point before them is the sum of their points, or a test if they have no points. */
const close = (levels: Level[], depth: number, tests: ReturnType<typeof collectTests>) => {
  const inner = levels[depth + 1]
  if (!inner?.point) return
  if (inner.planned !== undefined && inner.planned !== inner.points) throw new ReportError('It is not finished.')
  levels.length = depth + 1
  if (inner.points === 0) addTest(inner.point, levels, tests)
}

const open = (levels: Level[], depth: number, title: string) => {
  if (depth > reportLimits.depth) throw new ReportError('Its subtests are nested too deeply.')
  if (depth > levels.length) return
  levels.length = depth
  levels.push(level(title))
}

const addPoint = (
  [, indent = '', not, rest = '']: RegExpExecArray,
  levels: Level[],
  tests: ReturnType<typeof collectTests>,
  isOpened: boolean,
) => {
  const depth = depthOf(indent)
  if (depth >= levels.length) return
  const inner = levels[depth + 1]
  levels.length = depth + 1
  levels[depth]!.points += 1
  // A point above others is their sum; it counts on its own if it failed although all of them passed.
  if (inner && inner.points > 0) {
    if (inner.planned !== undefined && inner.planned !== inner.points) throw new ReportError('It is not finished.')
    return
  }
  const marked = directive.exec(rest)
  const title = (marked ? marked[1]! : rest.replace(/ # time=[\d.]+ ?ms\s*$/, '')).trim().replaceAll('\\#', '#')
  const outcome: TestOutcome = marked ? (/skip/i.test(marked[2]!) ? 'skipped' : 'todo') : not ? 'failed' : 'passed'
  if (!isOpened) {
    addTest({ title, outcome }, levels, tests)
    return
  }
  if (depth >= reportLimits.depth) throw new ReportError('Its subtests are nested too deeply.')
  levels.push(level(title, { title, outcome }))
}

const addTest = ({ title, outcome }: Point, levels: readonly Level[], tests: ReturnType<typeof collectTests>) => {
  const isFile = levels.length === 1 && testFile.test(title)
  if (isFile && outcome === 'passed') return
  const [first, ...suites] = levels.slice(1).map((each) => each.title)
  const file = first !== undefined && levels[1]!.point && testFile.test(first) ? first : ''
  const names = [...(first === undefined || file !== '' ? [] : [first]), ...suites, title]
  tests.add(isFile ? { file: title, names: [wholeFile], outcome } : { file, names, outcome })
}
