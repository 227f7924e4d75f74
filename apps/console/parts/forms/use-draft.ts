import { useState } from 'react'
import { conflictsOf, noDraft, ours, theirs, withField, type Draft } from './draft.ts'
import { typedKey } from '../../api/typed-values.ts'
import type { FieldFaults } from './request-body.ts'

const read = <Fields>(key: string | undefined): Draft<Fields> => {
  const stored = key === undefined ? null : sessionStorage.getItem(key)
  return stored === null ? noDraft : (JSON.parse(stored) as Draft<Fields>)
}

/**
 * A form over saved or first values. The browser tab keeps typed values under a name until they are saved or sent, so
 * that a session that ends or a reload loses nothing; changes that others save become conflicts. A form with a secret
 * has no name: only the page holds what is typed.
 */
export const useDraft = <Fields extends object>(name: string | undefined, saved: Fields) => {
  const key = name === undefined ? undefined : typedKey(name)
  const [draft, setDraft] = useState(() => read<Fields>(key))
  // The storage is newer than the state when one event changes several fields.
  const write = (change: (kept: Draft<Fields>) => Draft<Fields>) => {
    if (key === undefined) {
      setDraft(change)
      return
    }
    const next = change(read(key))
    if (Object.keys(next.mine).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(next))
    setDraft(next)
  }
  const { mine } = draft
  return {
    fields: { ...saved, ...mine },
    saved,
    mine,
    isChanged: Object.keys(mine).length > 0,
    conflicts: conflictsOf(draft, saved),
    set: <Field extends keyof Fields>(field: Field, value: Fields[Field]) =>
      write((kept) => withField(kept, saved, field, value)),
    takeTheirs: (field: keyof Fields) => write((kept) => theirs(kept, field)),
    keepMine: (field: keyof Fields) => write((kept) => ours(kept, saved, field)),
    clear: () => write(() => noDraft),
  }
}

/** The part of a draft that a field needs. */
export interface DraftPart<Fields extends object> {
  /** What is wrong with its fields, in words. */
  readonly wrong?: FieldFaults<Fields>
  /** The most characters that the request takes at a path. */
  readonly mostAt?: (path: string) => number | undefined
  readonly fields: Fields
  readonly saved: Fields
  readonly conflicts: readonly PropertyKey[]
  readonly set: <Field extends keyof Fields>(field: Field, value: Fields[Field]) => void
  readonly takeTheirs: (field: keyof Fields) => void
  readonly keepMine: (field: keyof Fields) => void
}

export type DraftOf<Fields extends object> = ReturnType<typeof useDraft<Fields>>
