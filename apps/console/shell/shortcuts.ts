import { paths } from '../paths.ts'

/** The effect of a key, on its own or after G. */
export type Shortcut =
  | { readonly is: 'palette' | 'theme' | 'filter' | 'new-cycle' | 'keys' | 'go' }
  | { readonly is: 'place'; readonly to: string }
  | { readonly is: 'step'; readonly by: 1 | -1 }

export const places: Readonly<Record<string, string>> = {
  a: paths.audit,
  d: paths.deliverables,
  h: paths.home,
  i: paths.invoices,
  p: paths.projects,
  s: paths.settings,
}

const single: Readonly<Record<string, Shortcut>> = {
  g: { is: 'go' },
  t: { is: 'theme' },
  c: { is: 'new-cycle' },
  j: { is: 'step', by: 1 },
  k: { is: 'step', by: -1 },
  '/': { is: 'filter' },
  '?': { is: 'keys' },
}

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** Whether the key before was G, a moment ago. */
  readonly isAfterG: boolean
  /** Whether single letters act now: not in a field, below something open, or while a page is being opened. */
  readonly isFree: boolean
}

/** The effect of this key here; undefined for a key without one. */
export const shortcutOf = ({ key, ctrlKey, metaKey, altKey, isAfterG, isFree }: PressedKey): Shortcut | undefined => {
  if (key === 'k' && (ctrlKey || metaKey)) return { is: 'palette' }
  if (!isFree || ctrlKey || metaKey || altKey) return undefined
  if (isAfterG && Object.hasOwn(places, key)) return { is: 'place', to: places[key]! }
  return Object.hasOwn(single, key) ? single[key] : undefined
}
