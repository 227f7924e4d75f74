import type { ReactNode } from 'react'
import type { Place } from './diff-rows.ts'

/** What belongs to the lines of a file beside their text. */
export interface Beside {
  /** What stands below lines, by place. */
  readonly notes: ReadonlyMap<string, ReactNode>
  readonly onComment?: ((place: Place, text: string) => void) | undefined
}
