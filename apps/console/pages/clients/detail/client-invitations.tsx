import {
  listClientPortalInvitations,
  revokeClientPortalInvitation,
} from '../../../../../domains/accounts/clients/contract/portals.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { dot } from '../../../parts/text/joined.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { of } from './client-input.ts'

/** Invitations that a customer's people have not accepted. Inviting the same address again replaces one. */
export const ClientInvitations = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords()
  const { day, whole } = useFormat()
  const { rows: invitations, ...rest } = usePages(listClientPortalInvitations, of(id))
  const revoke = useOperation(revokeClientPortalInvitation)
  const open = invitations.filter(({ status }) => status === 'pending' || status === 'expired')
  if (open.length === 0 && rest.more === undefined) return null
  return (
    <Section title={words.members.open(open.length)}>
      <div className="panel rows">
        <PartialRows rows={open} rest={rest}>
          {({ id: invitationId, email, status, projectGrants, createdAt, expiresAt }) => (
            <div key={invitationId} className="row person rows-cheap">
              <div className="who">
                <b className="cut" dir="auto" title={email}>
                  {email}
                </b>
                <span className="quiet" title={whole(createdAt)}>
                  {[
                    words.clients.projectCount(projectGrants.length),
                    status === 'expired' ? words.members.expired(day(expiresAt)) : words.members.until(day(expiresAt)),
                  ].join(dot)}
                </span>
              </div>
              <div className="acts">
                <Button
                  size="small"
                  aria-label={words.members.revokeOf(email)}
                  isPending={revoke.isPending}
                  onClick={() => revoke.mutate({ params: { id, invitationId } })}
                >
                  {words.members.revoke}
                </Button>
              </div>
            </div>
          )}
        </PartialRows>
      </div>
      <Refusal error={revoke.error} />
    </Section>
  )
}
