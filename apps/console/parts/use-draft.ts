import { useState } from 'react'
import { conflictsOf, noDraft, ours, theirs, withField, type Draft } from './draft.ts'

const read = <Fields>(key: string): Draft<Fields> => {
  const kept = sessionStorage.getItem(key)
  return kept === null ? noDraft : (JSON.parse(kept) as Draft<Fields>)
}

/**
 * A form over what is saved: what was typed is kept in this tab under a name until it is saved, so that a session that
 * ends or a reload loses nothing; and what somebody else saves meanwhile is told. Never for secrets.
 */
export const useDraft = <Fields extends object>(name: string, saved: Fields) => {
  const key = `atelier.typed.${name}`
  const [draft, setDraft] = useState(() => read<Fields>(key))
  const write = (next: Draft<Fields>) => {
    setDraft(next)
    if (Object.keys(next.mine).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(next))
  }
  const { mine } = draft
  return {
    fields: { ...saved, ...mine },
    saved,
    mine,
    isChanged: Object.keys(mine).length > 0,
    conflicts: conflictsOf(draft, saved),
    set: <Field extends keyof Fields>(field: Field, value: Fields[Field]) =>
      write(withField(draft, saved, field, value)),
    takeTheirs: (field: keyof Fields) => write(theirs(draft, field)),
    keepMine: (field: keyof Fields) => write(ours(draft, saved, field)),
    clear: () => write(noDraft),
  }
}

/** What a field needs of the draft that it is part of. */
export interface DraftPart<Fields extends object> {
  readonly fields: Fields
  readonly saved: Fields
  readonly conflicts: readonly PropertyKey[]
  readonly set: <Field extends keyof Fields>(field: Field, value: Fields[Field]) => void
  readonly takeTheirs: (field: keyof Fields) => void
  readonly keepMine: (field: keyof Fields) => void
}

export type DraftOf<Fields extends object> = ReturnType<typeof useDraft<Fields>>
