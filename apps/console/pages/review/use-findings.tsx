import { useMemo, type ReactNode } from 'react'
import type { Beside } from './beside.ts'
import { Finding } from './finding.tsx'
import { findingsOf, type Evidence, type Found, type ReviewFile } from './review-files.ts'
import { placeKey, type Place } from './rows.ts'

/** What stands beside the lines of one file, and above them what belongs to none that is shown. */
export interface OfFile extends Beside {
  readonly head: readonly ReactNode[]
  readonly count: number
}

/** The place of a line among those that are shown: after the change, else before it. */
const shownPlace = ({ lines = [] }: ReviewFile, line: number | undefined): Place | undefined => {
  if (line === undefined) return undefined
  if (lines.some(({ after }) => after === line)) return { side: 'after', line }
  return lines.some(({ kind, before }) => kind === 'del' && before === line) ? { side: 'before', line } : undefined
}

const ofFile = (file: ReviewFile, found: readonly Found[]): OfFile => {
  const notes = new Map<string, readonly ReactNode[]>()
  const head: ReactNode[] = []
  for (const [at, one] of found.entries()) {
    const place = shownPlace(file, one.line)
    const drawn = <Finding key={at} found={one} />
    if (place) notes.set(placeKey(place), [...(notes.get(placeKey(place)) ?? []), drawn])
    else head.push(drawn)
  }
  return { notes, head, count: found.length }
}

const none: OfFile = { notes: new Map(), head: [], count: 0 }

/** What the review found, by file. */
export const useFindings = (evidence: Evidence, files: readonly ReviewFile[]) => {
  const found = useMemo(() => findingsOf(evidence), [evidence])
  const byName = useMemo(() => {
    const paths = new Set(found.map(({ path }) => path))
    return new Map(
      files
        .filter(({ name }) => paths.has(name))
        .map((file) => [
          file.name,
          ofFile(
            file,
            found.filter(({ path }) => path === file.name),
          ),
        ]),
    )
  }, [files, found])
  return { count: found.length, of: (file: ReviewFile): OfFile => byName.get(file.name) ?? none }
}
