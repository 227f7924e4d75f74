import { isTestPath } from './test-paths.ts'

/** A test in the language of a shell, which names its tests and assertions as it likes. */
export const isShellTest = (path: string): boolean => /[.](?:sh|bash|zsh|ksh|bats)$/.test(path) && isTestPath(path)

/**
 * Whether a test of a shell keeps its lines in their order, and only gets lines that can make it fail more often:
 * nothing that ends it, changes how it runs, encloses a line that it had, or sets a variable that it had.
 */
export const onlyAddsShellTests = (before: string, after: string): boolean => {
  const blocks = addedBlocks(before.split('\n'), after.split('\n'))
  const known = new Set(namesIn(before))
  return (
    blocks?.every(
      (block) => isClosed(block) && !steering.test(block) && !namesIn(block).some((one) => known.has(one)),
    ) ?? false
  )
}

/** The lines that come between those of before; undefined if one of these is gone or in another place. */
const addedBlocks = (before: readonly string[], after: readonly string[]): string[] | undefined => {
  const blocks: string[] = []
  let at = 0
  let isOpen = false
  for (const line of after) {
    if (line === before[at]) {
      at += 1
      isOpen = false
    } else if (isOpen) blocks.push(`${blocks.pop()}\n${line}`)
    else {
      blocks.push(line)
      isOpen = true
    }
  }
  return at === before.length ? blocks : undefined
}

const steering =
  /(?:^|[\s;&|({])(?:exec|trap|set|unset|alias|eval|break|continue|source|[.]|(?:exit|return)(?![ \t]+[1-9]))(?:[\s;)}]|$)|\(\)|\bfunction\b|\|\|[ \t]*(?:true|:)|<<|\b(?:PATH|IFS|BASH_ENV)=/m
const assigned = /(?:^|[\s;&|({])(\w{1,60})[+]?=(?!=)/gm

const namesIn = (text: string): string[] => [...text.matchAll(assigned)].map(([, name]) => name!)

const pairs = [
  [/\bif\b/g, /\bfi\b/g],
  [/\bdo\b/g, /\bdone\b/g],
  [/\bcase\b/g, /\besac\b/g],
  [/[{]/g, /[}]/g],
  [/[(]/g, /[)]/g],
] as const

const isClosed = (block: string): boolean => {
  const count = (pattern: RegExp) => block.match(pattern)?.length ?? 0
  return (
    pairs.every(([open, close]) => count(open) === count(close)) &&
    ["'", '"', '`'].every((quote) => (block.split(quote).length - 1) % 2 === 0) &&
    !/(?:\\|&&|\|\|?)\s*$/.test(block)
  )
}
