import { getProductionDomain, setProductionCustomDomain } from '../../../../../domains/code/deployments/contract.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'

/** The domain of production, and the DNS records that it needs. */
export const DomainForm = ({ projectId }: { readonly projectId: string }) => {
  const words = useDeploymentWords().domain
  const saved = useReply(getProductionDomain, { params: { projectId } })
  const draft = useDraft(`domain.${projectId}`, { domain: saved.domain ?? '' })
  const save = useOperation(setProductionCustomDomain, { then: () => draft.clear() })
  const look = saved.status === 'connected' ? 'good' : 'wait'
  const submit = () => {
    const domain = draft.fields.domain.trim()
    save.mutate({ body: { projectId, domain: domain === '' ? null : domain } })
  }
  return (
    <Section title={words.title} text={words.text}>
      <Form className="panel pad stack-16" error={save.error} onSubmit={submit}>
        <DraftField draft={draft} field="domain" label={words.label} maxLength={253} spellCheck={false} dir="ltr" />
        <div className="line wrap">
          <Button type="submit" isPending={save.isPending}>
            {words.save}
          </Button>
          {saved.status ? (
            <State glyph={look} tone={look}>
              {words[saved.status]}
            </State>
          ) : null}
        </div>
        <Refusal error={save.error} />
        {saved.records.length > 0 ? (
          <div className="stack-8">
            <p className="quiet">{words.records}</p>
            <ul className="domain-records">
              {saved.records.map(({ type, name, value }) => (
                <li key={type} className="line wrap">
                  <span className="mono">{type}</span>
                  <span className="mono name">{name}</span>
                  <span className="mono name">{value}</span>
                  <CopyButton text={value} label={words.copy(name)} />
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </Form>
    </Section>
  )
}
