import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { prefetch, useOperation } from '../../../../api/use-operation.ts'
import { Head } from '../../../../parts/page.tsx'
import { useProjectWords } from '../../../../words/project/index.ts'
import { ProjectFrame } from '../../project-frame.tsx'
import { lazy, Suspense, useState } from 'react'
import { getProjectTerminal, startProjectDesktop } from '../../../../../../domains/code/sandboxes/contract.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { Section } from '../../../../parts/section.tsx'
import type { SessionEnd } from './sandbox-socket.ts'
import { desktopIn } from '../../../../../../domains/code/sandboxes/rules.ts'
import { Fact } from '../../../../parts/text/fact.tsx'
import { CopyButton } from '../../../../parts/text/copy-button.tsx'
import './terminal.css'
import './desktop.css'

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(getProject, { params: { id: params.projectId! } })

/** The ways into a sandbox with the newest files of a project: a terminal, a desktop, and SSH. */
export default function SandboxPage() {
  const id = useParams().projectId!
  const words = useProjectWords().sandbox
  return (
    <ProjectFrame id={id}>
      <Head title={words.name} text={words.about} />
      <div className="panel rows">
        <TerminalSection id={id} />
        <DesktopSection id={id} />
        <SshAccess projectId={id} />
      </div>
    </ProjectFrame>
  )
}

// The terminal is larger than any page, so its code is read when one is opened.
const TerminalScreen = lazy(() => import('./terminal-screen.tsx'))

/** A shell in the sandbox of a project. */
const TerminalSection = ({ id }: { readonly id: string }) => {
  const words = useProjectWords().terminal
  const mint = useOperation(getProjectTerminal)
  const [end, setEnd] = useState<SessionEnd>()
  const open = () => {
    setEnd(undefined)
    mint.mutate({ params: { id } })
  }
  const openButton = (
    <Button variant="primary" isPending={mint.isPending} pendingText={words.opening} onClick={open}>
      {end ? words.again : words.open}
    </Button>
  )
  return (
    <Section title={words.title} text={words.text} action={mint.data && !end ? undefined : openButton}>
      <Refusal error={mint.error} />
      {end ? (
        <p className="soft" role="status">
          {/* A sentence of the server names the limit, or why the access ended. */}
          {end.how === 'exited' ? words.exited(end.text) : end.text || words.ended[end.how]}
        </p>
      ) : null}
      {mint.data ? (
        <Suspense fallback={<div className="terminal-screen" />}>
          <TerminalScreen key={mint.data.user} access={mint.data} onEnd={setEnd} />
        </Suspense>
      ) : null}
    </Section>
  )
}

// The client is larger than any page, so its code is read when a desktop is opened.
const DesktopScreen = lazy(() => import('./desktop-screen.tsx'))

/** A desktop in the sandbox of a project. */
const DesktopSection = ({ id }: { readonly id: string }) => {
  const words = useProjectWords().desktop
  const start = useOperation(startProjectDesktop)
  const [end, setEnd] = useState<SessionEnd>()
  const { desktopUrl, reason } = start.data ?? {}
  const credential = desktopUrl === undefined ? undefined : desktopIn(new URL(desktopUrl).hash)
  const open = () => {
    setEnd(undefined)
    start.mutate({ params: { id } })
  }
  return (
    <Section
      title={words.title}
      text={words.text}
      action={
        credential && !end ? undefined : (
          <Button isPending={start.isPending} pendingText={words.opening} onClick={open}>
            {end ? words.again : words.open}
          </Button>
        )
      }
    >
      <Refusal error={start.error} />
      {reason === undefined ? null : (
        <p className="note wait" role="status">
          {reason}
        </p>
      )}
      {end ? (
        <p className="soft" role="status">
          {/* The sentence of the server, else a sentence for the kind of end. */}
          {end.text || words.ended[end.how]}
        </p>
      ) : null}
      {credential && !end ? (
        <Suspense fallback={<div className="desktop-screen" />}>
          <DesktopScreen key={credential.user} credential={credential} onEnd={setEnd} />
        </Suspense>
      ) : null}
    </Section>
  )
}

/** A credential for one SSH connection to the sandbox of the project. */
const SshAccess = ({ projectId }: { readonly projectId: string }) => {
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
