import { getProjectTerminal } from '../../../../../../domains/code/sandboxes/contract.ts'
import { Fact } from '../../../../parts/text/fact.tsx'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { CopyButton } from '../../../../parts/text/copy-button.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useProjectWords } from '../../../../words/project/index.ts'

/** A credential for one SSH connection to the sandbox of the project. */
export const SshAccess = ({ projectId }: { readonly projectId: string }) => {
  const words = useProjectWords().sandbox
  const mint = useOperation(getProjectTerminal)
  return (
    <Section
      title={words.title}
      text={words.text}
      action={
        <Button isPending={mint.isPending} onClick={() => mint.mutate({ params: { id: projectId } })}>
          {mint.data ? words.again : words.get}
        </Button>
      }
    >
      <Refusal error={mint.error} />
      {mint.data ? (
        <div className="stack" role="status">
          <p className="quiet">{words.once}</p>
          <dl className="kv">
            <Value name={words.command} value={mint.data.command} copy={words.copyCommand} />
            <Value name={words.password} value={mint.data.password} copy={words.copyPassword} />
            <Value name={words.fingerprint} value={mint.data.fingerprint} copy={words.copyFingerprint} />
          </dl>
        </div>
      ) : null}
    </Section>
  )
}

const Value = ({ name, value, copy }: { readonly name: string; readonly value: string; readonly copy: string }) => (
  <Fact name={name} className="line">
    <code className="mono">{value}</code>
    <CopyButton text={value} label={copy} />
  </Fact>
)
