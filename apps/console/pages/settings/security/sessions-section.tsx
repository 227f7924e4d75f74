import { useMutation } from '@tanstack/react-query'
import { revokeMySession, type listMySessions } from '../../../../../domains/accounts/people/contract/me.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import type { MorePages } from '../../../api/use-pages.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { deviceOf } from '../../../parts/passkeys/device-name.ts'
import { Joined } from '../../../parts/text/joined.tsx'

type Session = Reply<typeof listMySessions>[number]

interface SessionsProps {
  readonly sessions: readonly Session[]
  readonly rest: MorePages
}

/** Where the person is signed in, this session first. */
export const SessionsSection = ({ sessions, rest }: SessionsProps) => {
  const words = useSettingsWords().security
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const alike = Map.groupBy(others, ({ ipAddress, userAgent }) => `${ipAddress} ${userAgent}`)
  const end = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const sessionId of ids) await call(revokeMySession, { params: { sessionId } })
    },
    onSuccess: (_, ids) => toast(words.ended(ids.length)),
    onSettled: () => refreshAfter(queries, revokeMySession),
  })
  return (
    <Section
      title={words.sessions}
      text={words.sessionsText}
      action={
        alike.size > 1 ? (
          <Button
            size="small"
            disabled={end.isPending || rest.more !== undefined}
            onClick={() => end.mutate(others.map(({ id }) => id))}
          >
            {words.endOthers}
          </Button>
        ) : null
      }
    >
      <Refusal error={end.error} />
      <div className="panel rows">
        <PartialRows
          rows={[sessions.filter(({ isCurrent }) => isCurrent), ...alike.values()].filter(({ length }) => length > 0)}
          rest={{ ...rest, total: undefined }}
          step={5}
        >
          {(some) => (
            <SessionsRow
              key={some[0]!.id}
              sessions={some}
              isPending={end.isPending}
              onEnd={() => end.mutate(some.map(({ id }) => id))}
            />
          )}
        </PartialRows>
      </div>
    </Section>
  )
}

interface RowProps {
  /** Of one browser at one address, the newest first. */
  readonly sessions: readonly Session[]
  readonly isPending: boolean
  readonly onEnd: () => void
}

const SessionsRow = ({ sessions, isPending, onEnd }: RowProps) => {
  const words = useSettingsWords().security
  const { whole } = useFormat()
  const { age } = useAges()
  const { isCurrent, ipAddress, userAgent, createdAt } = sessions[0]!
  const device = deviceOf(userAgent)
  const name = device ? words.device(device.browser, device.system) : (userAgent?.slice(0, 80) ?? words.unknownDevice)
  return (
    <div className="row person rows-cheap">
      <div className="who">
        <b className="cut" dir="auto" title={userAgent ?? undefined}>
          {name}
        </b>
        <span className="quiet" title={whole(createdAt)}>
          <Joined
            parts={[sessions.length > 1 && words.count(sessions.length), ipAddress, words.begun(age(createdAt))]}
          />
        </span>
      </div>
      <div className="acts">
        {isCurrent ? (
          <span className="tag">{words.thisOne}</span>
        ) : (
          <Button size="small" aria-label={words.endOf(name)} isPending={isPending} onClick={onEnd}>
            {words.end(sessions.length)}
          </Button>
        )}
      </div>
    </div>
  )
}
