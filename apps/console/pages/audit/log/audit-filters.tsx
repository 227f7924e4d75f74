import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../parts/forms/button.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { AddressChoice } from '../../../parts/forms/options.tsx'
import { actionName } from '../../../parts/story/sentences.ts'
import { withParam } from '../../../paths.ts'
import { useAuditWords } from '../../../words/audit/index.ts'
import { useStoryWords } from '../../../words/story/index.ts'
import { soughtActions } from './sought-actions.ts'

const outcomes = ['all', 'denied', 'failure'] as const
const actors = ['user', 'api_key', 'agent', 'system'] as const
const days = ['from', 'to'] as const

/** The filters of the log, all of them in the address. */
export const Filters = () => {
  const words = useAuditWords().filters
  const [query, setQuery] = useSearchParams()
  const outcome = useChoice('outcome', outcomes)
  const choices = useActionChoices(query.get('action') ?? '')
  // On a phone the log comes first; filters that are set stay in sight.
  const [areOpen, setOpen] = useState(['actor', 'action', ...days].some((name) => query.has(name)))
  return (
    <div className="filters audit-filters">
      <Segments label={words.outcome} param="outcome" names={words.outcomes} chosen={outcome} />
      <Button className="only-s" aria-expanded={areOpen} onClick={() => setOpen(!areOpen)}>
        {words.more}
      </Button>
      <div className={areOpen ? 'more-filters' : 'more-filters hide-s'}>
        <AddressChoice
          param="actor"
          label={words.who}
          all={words.anyone}
          of={actors.map((id) => ({ id, name: words.actors[id] }))}
        />
        <AddressChoice param="action" label={words.action} all={words.anything} of={choices} />
        {days.map((day) => (
          <label key={day} className="day">
            {words[day]}
            <input
              type="date"
              className="input"
              value={query.get(day) ?? ''}
              onChange={({ target }) => setQuery(withParam(query, day, target.value).search, { replace: true })}
            />
          </label>
        ))}
      </div>
    </div>
  )
}

/** The actions that people look for, in words; including the action in the address. */
const useActionChoices = (chosen: string) => {
  const { actions } = useStoryWords()
  const names = chosen === '' || soughtActions.includes(chosen) ? soughtActions : [...soughtActions, chosen]
  return names
    .map((id) => ({ id, name: actionName(id, actions) ?? id }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The filters of an address, as the operation takes them: the last day ends where the next one begins. */
export const useAuditFilter = () => {
  const [query] = useSearchParams()
  const outcome = useChoice('outcome', outcomes)
  const actorType = actors.find((one) => one === query.get('actor'))
  const action = query.get('action')
  const from = midnightOf(query.get('from'), 0)
  const to = midnightOf(query.get('to'), 1)
  return {
    ...(outcome !== 'all' && { outcome }),
    ...(actorType && { actorType }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** The local beginning of the day that many days later; undefined for text that is no day. */
const midnightOf = (day: string | null, daysLater: number) => {
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + daysLater)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
