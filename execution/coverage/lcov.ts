import { ReportError } from '../reports/index.ts'
import { collectLines, type Coverage, isRunIn, lineIn } from './coverage.ts'

/** Reads an lcov tracefile, as node, vitest, jest, c8, coverage.py and cargo llvm-cov write it. */
export const readLcov = (text: string, root: string): Coverage => {
  if (!/^\s*(?:TN|SF):/.test(text)) throw new ReportError('It is no lcov report.')
  const lines = collectLines(root)
  let file: ReturnType<typeof lines.file>
  let isOpen = false
  for (const line of linesOf(text)) {
    if (line.startsWith('SF:')) {
      ;[file, isOpen] = [lines.file(line.slice(3)), true]
    } else if (line === 'end_of_record') {
      ;[file, isOpen] = [undefined, false]
    } else if (line.startsWith('DA:')) {
      if (!isOpen) throw new ReportError('It has lines that belong to no file.')
      const [number, count] = line.slice(3).split(',', 3)
      lines.add(file, lineIn(number), isRunIn(count))
    }
  }
  if (isOpen) throw new ReportError('It is not finished.')
  return lines.coverage()
}

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    yield text.slice(at, text[end - 1] === '\r' ? end - 1 : end)
    at = end + 1
  }
}
