import { useState } from 'react'
import { conflictsOf, noDraft, ours, theirs, withField, type Draft } from './draft.ts'
import { typedKey } from '../api/typed-values.ts'

const read = <Fields>(key: string): Draft<Fields> => {
  const kept = sessionStorage.getItem(key)
  return kept === null ? noDraft : (JSON.parse(kept) as Draft<Fields>)
}

/**
 * A form over saved or first values. The browser tab keeps typed values under a name until they are saved or sent, so
 * that a session that ends or a reload loses nothing; changes that others save become conflicts. Never for secrets.
 */
export const useDraft = <Fields extends object>(name: string, saved: Fields) => {
  const key = typedKey(name)
  const [draft, setDraft] = useState(() => read<Fields>(key))
  // The storage is newer than the state where one event changes several fields.
  const write = (change: (kept: Draft<Fields>) => Draft<Fields>) => {
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
  readonly fields: Fields
  readonly saved: Fields
  readonly conflicts: readonly PropertyKey[]
  readonly set: <Field extends keyof Fields>(field: Field, value: Fields[Field]) => void
  readonly takeTheirs: (field: keyof Fields) => void
  readonly keepMine: (field: keyof Fields) => void
}

export type DraftOf<Fields extends object> = ReturnType<typeof useDraft<Fields>>
