import { useLocation } from 'react-router'
import { listMyIdentities, unlinkMyIdentity } from '../../../../../domains/accounts/company-sign-in/contract/sign-in.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { useCompanySignIn } from '../../../parts/company/use-company-sign-in.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useCompanyWords } from '../../../words/company/index.ts'

/** The identity providers of the person's workspaces, and whether the account is linked to each; nothing without any. */
export const CompanySection = () => {
  const words = useCompanyWords().own
  const { day } = useFormat()
  const identities = useReply(listMyIdentities)
  const link = useCompanySignIn(useLocation().pathname)
  const unlink = useOperation(unlinkMyIdentity)
  if (identities.length === 0) return null
  return (
    <Section title={words.title} text={words.text}>
      <Refusal error={link.error ?? unlink.error} />
      <div className="panel rows">
        {identities.map(({ workspaceId, workspaceName, providerName, linkedAt }) => (
          <div key={workspaceId} className="row person">
            <div className="who">
              <b className="cut" dir="auto">
                {providerName}
              </b>
              <span className="quiet" dir="auto">
                {workspaceName} · {linkedAt === null ? words.notLinked : words.linked(day(linkedAt))}
              </span>
            </div>
            <div className="acts">
              {linkedAt === null ? (
                <Button
                  size="small"
                  aria-label={words.linkOf(providerName)}
                  isPending={link.isPending}
                  onClick={() => link.mutate({ workspaceId })}
                >
                  {words.link}
                </Button>
              ) : (
                <Button
                  size="small"
                  aria-label={words.unlinkOf(providerName)}
                  isPending={unlink.isPending}
                  onClick={() => unlink.mutate({ params: { id: workspaceId } })}
                >
                  {words.unlink}
                </Button>
              )}
            </div>
          </div>
        ))}
      </div>
    </Section>
  )
}
