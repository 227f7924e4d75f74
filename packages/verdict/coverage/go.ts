import { ReportError } from '../reports/report.ts'
import { collectLines, type Coverage, isRunIn, lineIn } from './coverage.ts'

const block = /^(.+):(\d{1,9})\.\d{1,9},(\d{1,9})\.(\d{1,9}) \d{1,9} (\d{1,40})$/

/**
 * Reads a profile of `go test -coverprofile`, or several one after another. It names files by the import path of their
 * package: `module` is the root's name in go.mod, and is removed. A line was run if a block that contains it was run.
 */
export const readGoProfile = (text: string, root: string, module: string | undefined): Coverage => {
  const [mode = '', ...blocks] = text.split('\n')
  if (!/^mode: (?:set|count|atomic)\r?$/.test(mode)) throw new ReportError('It is no cover profile of Go.')
  const lines = collectLines(root)
  // Go writes the profile line by line: the last one may be cut off.
  const last = blocks.at(-1)?.trimEnd() ?? ''
  if (last !== '' && !block.test(last)) throw new ReportError('It is not finished.')
  for (const line of blocks) {
    const found = block.exec(line.trimEnd())
    if (!found) continue
    const [, path, first, until, lastColumn, count] = found
    const file = lines.file(withoutModule(path!, module))
    const from = lineIn(first)
    const to = lineIn(until)
    if (from === undefined || to === undefined) continue
    // A block that ends in the first column holds nothing of that line.
    const end = lastColumn === '1' && to > from ? to - 1 : to
    const isRun = isRunIn(count)
    for (let number = from; number <= end; number += 1) lines.add(file, number, isRun)
  }
  return lines.coverage()
}

const withoutModule = (path: string, module: string | undefined) =>
  module !== undefined && path.startsWith(`${module}/`) ? path.slice(module.length + 1) : path

/** The module's name in a go.mod; undefined if it cannot be read. */
export const moduleIn = (goMod: string): string | undefined =>
  /^[ \t]*module[ \t]+"?([^\s"]{1,300})"?[ \t]*(?:\/\/.*)?\r?$/m.exec(goMod)?.[1]
