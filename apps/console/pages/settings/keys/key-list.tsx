import { memo, type ReactNode } from 'react'
import { revokeApiKey, type listApiKeys } from '../../../../../domains/accounts/workspaces/contract/keys.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import type { MorePages } from '../../../api/use-pages.ts'
import { useAges, useFormat } from '../../../format.ts'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { Joined } from '../../../parts/text/joined.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { highestScope } from './key-choices.ts'

type Key = Reply<typeof listApiKeys>[number]

interface KeysSectionProps {
  readonly keys: readonly Key[]
  readonly rest: MorePages
  /** Begins the first key, where there is none. */
  readonly opener: ReactNode
}

/** Working keys: unused ones first, then by their last use. */
export const KeysSection = ({ keys, rest, opener }: KeysSectionProps) => {
  const words = useSettingsWords().keys
  const sorted = keys.toSorted((a, b) => (a.lastUsedAt ?? '').localeCompare(b.lastUsedAt ?? ''))
  return (
    <ListPage
      rows={sorted}
      rest={rest}
      textOf={({ name, hint, owner }) => `${name} ${hint} ${owner.name}`}
      label={words.filter}
      none={
        <Empty title={words.none} text={words.noneText}>
          {opener}
        </Empty>
      }
      noneFits={words.noneFits}
      head={() => (
        <li key="heads" className="row person key row-heads hide-s" aria-hidden="true">
          <div className="who">{words.name}</div>
          <div className="key-facts">
            <span>{words.lastUsed}</span>
            <span>{words.expires}</span>
          </div>
          <div className="acts" />
        </li>
      )}
    >
      {(key) => <KeyRow key={key.id} apiKey={key} />}
    </ListPage>
  )
}

const KeyRow = memo(({ apiKey }: { readonly apiKey: Key }) => {
  const words = useSettingsWords().keys
  const { whole, day } = useFormat()
  const { age, agoInWords } = useAges()
  const { id, name, hint, scopes, projectIds, expiresAt, lastUsedAt, createdAt, owner, clientId } = apiKey
  return (
    <li className="row person key rows-cheap">
      <div className="who">
        <b className="cut" dir="auto" title={name}>
          {name} <span className="mono quiet">{hint}</span>
        </b>
        <span className="quiet" dir="auto" title={whole(createdAt)}>
          <Joined
            parts={[
              clientId !== null && words.program,
              words.powers[highestScope(scopes)],
              projectIds === null ? words.reachesAll : words.reaches(projectIds.length),
              words.by(owner.name, day(createdAt)),
            ]}
          />
        </span>
      </div>
      <div className="key-facts">
        <span className="m only-s">{lastUsedAt === null ? words.unused : words.used(age(lastUsedAt))}</span>
        <span className="m hide-s">{lastUsedAt === null ? words.expiries.never : agoInWords(lastUsedAt)}</span>
        {expiresAt !== null ? (
          <>
            <span className="m only-s">{words.ends(day(expiresAt))}</span>
            <span className="m hide-s">{day(expiresAt)}</span>
          </>
        ) : clientId === null ? (
          <span className="state wait">{words.endless}</span>
        ) : null}
      </div>
      <div className="acts">
        <ConfirmButton
          size="small"
          aria-label={words.revokeOf(name)}
          label={words.revoke}
          operation={revokeApiKey}
          input={{ params: { id } }}
          title={words.revokeTitle(name)}
          keep
        >
          <p>{clientId === null ? words.revokeMeans : words.revokeProgramMeans}</p>
        </ConfirmButton>
      </div>
    </li>
  )
})
