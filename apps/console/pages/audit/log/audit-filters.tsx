import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../parts/forms/button.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { actionName } from '../../../parts/story/sentences.ts'
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
  const action = query.get('action') ?? ''
  const choices = useActionChoices(action)
  // On a phone the log comes first; filters that are set stay in sight.
  const [areOpen, setOpen] = useState(['actor', 'action', ...days].some((name) => query.has(name)))
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setQuery(next, { replace: true })
  }
  return (
    <div className="filters audit-filters">
      <Segments label={words.outcome} param="outcome" names={words.outcomes} chosen={outcome} />
      <Button className="only-s" aria-expanded={areOpen} onClick={() => setOpen(!areOpen)}>
        {words.more}
      </Button>
      <div className={areOpen ? 'more-filters' : 'more-filters hide-s'}>
        <select
          className="input"
          aria-label={words.who}
          value={query.get('actor') ?? ''}
          onChange={(event) => set('actor', event.target.value)}
        >
          <option value="">{words.anyone}</option>
          <Options of={actors} names={words.actors} />
        </select>
        <select
          className="input"
          aria-label={words.action}
          value={action}
          onChange={(event) => set('action', event.target.value)}
        >
          <option value="">{words.anything}</option>
          {choices.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
        {days.map((one) => (
          <label key={one} className="day">
            {words[one]}
            <input
              type="date"
              className="input"
              value={query.get(one) ?? ''}
              onChange={(event) => set(one, event.target.value)}
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
    .map((name) => [name, actionName(name, actions) ?? name] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other))
}

/** The filters of an address, as the operation takes them. A day is meant with its last moment. */
export const useAuditFilter = () => {
  const [query] = useSearchParams()
  const outcome = useChoice('outcome', outcomes)
  const actorType = actors.find((one) => one === query.get('actor'))
  const action = query.get('action')
  const from = query.get('from')
  const to = query.get('to')
  const timestamp = (day: string, isEnd: boolean) => {
    const at = new Date(`${day}T00:00:00`)
    if (Number.isNaN(at.getTime())) return undefined
    if (isEnd) at.setDate(at.getDate() + 1)
    return at.toISOString()
  }
  const begin = from && timestamp(from, false)
  const end = to && timestamp(to, true)
  return {
    ...(outcome !== 'all' && { outcome }),
    ...(actorType && { actorType }),
    ...(action && { action }),
    ...(begin && { from: begin }),
    ...(end && { to: end }),
  }
}
