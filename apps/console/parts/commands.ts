import { useEffect } from 'react'
import type { LucideIcon } from 'lucide-react'
import { openStore } from '../store.ts'
import type { GlyphName } from './text/glyph.tsx'

/** An entry of the palette. */
export interface Command {
  readonly id: string
  readonly name: string
  readonly icon: LucideIcon | GlyphName
  /** Distinguishes it from others of its name: the project of a cycle. */
  readonly note?: string
  /** Words by which it is found as well; they are not shown. */
  readonly also?: string
  readonly keys?: readonly string[]
  readonly act: () => unknown
}

const ofPages = new Map<object, readonly Command[]>()
const all = openStore<readonly Command[]>([])

const change = (set: () => void) => {
  set()
  all.set([...ofPages.values()].flat())
}

/** Offers what can be done on this page in the palette, as long as the part that calls this is drawn. */
export const usePageCommands = (commands: readonly Command[]): void => {
  useEffect(() => {
    const key = {}
    change(() => ofPages.set(key, commands))
    return () => change(() => ofPages.delete(key))
  })
}

/** The present commands of the parts of the page. */
export const usePageCommandList = all.useValue
