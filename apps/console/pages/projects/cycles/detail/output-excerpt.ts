import { failureHeadline } from '../../../../../../domains/delivery/sentences/rules/failure-headline.ts'

/** Some lines of a failed command's output: from the line with its reason, else its end. */
export const outputExcerpt = (output: string, most: number): string => {
  const lines = output.trimEnd().split('\n')
  const { why } = failureHeadline(output)
  const reason = lines.findIndex((line) => line.includes(why))
  const end = Math.max(0, lines.length - most)
  const begin = reason === -1 ? end : Math.min(reason, end)
  return lines.slice(begin, begin + most).join('\n')
}
