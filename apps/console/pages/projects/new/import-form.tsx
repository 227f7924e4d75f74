import { useState, type ComponentProps } from 'react'
import { connectProjectRepo } from '../../../../../domains/code/code-hosts/contract.ts'
import { createProjectImport, finalizeProjectImport } from '../../../../../domains/code/imports/contract.ts'
import { judgeFindings, stackOf } from '../../../../../domains/code/imports/rules.ts'
import type { Input } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { useChange } from '../../../api/use-change.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useFields } from '../../../parts/forms/use-form.ts'
import { type Scan, type Scanned, scanSource } from '../../../parts/scan/scan-source.ts'
import { paths } from '../../../paths.ts'
import { useImportWords } from '../../../words/import/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { sampleFiles, sampleName } from './sample-project.ts'

interface ImportFields {
  readonly name: string
  readonly stack: string
  readonly takesFindings: boolean
  readonly isConnected: boolean
}

interface NewProject {
  readonly projectId: string
  /** The refusal to connect the project with the repository of its files. */
  readonly unconnected?: unknown
}

/** Declares the scanned files, and creates the project from them. Repeated calls are one import. */
const importScan = async (
  { scan, from }: Scanned,
  { name, stack, takesFindings, isConnected }: ImportFields,
): Promise<NewProject> => {
  const { id, commitSha, bundleSha256, bundleSize, defaultBranch, manifest, manifestSha256 } = scan
  const declared = await call(createProjectImport, {
    body: {
      commitSha,
      bundleSha256,
      bundleSize,
      defaultBranch,
      manifestSha256,
      name,
      stack,
      manifest: manifest as NonNullable<Input<typeof createProjectImport>['body']>['manifest'],
      historyMode: takesFindings ? 'preserve' : 'abort_on_findings',
      idempotencyKey: `scan-${id}-${takesFindings ? 'preserve' : 'abort'}`,
    },
  })
  const { projectId } = await call(finalizeProjectImport, {
    params: { id: declared.id },
    body: { protectedFiles: [], secrets: {} },
  })
  if (!from || !isConnected) return { projectId }
  return call(connectProjectRepo, { params: { id: projectId }, body: from }).then(
    () => ({ projectId }),
    (unconnected: unknown) => ({ projectId, unconnected }),
  )
}

/** The files of the manifest, which the contract does not describe in detail. */
const filesOf = ({ manifest }: Scan) => (manifest as { readonly files?: readonly object[] }).files ?? []

interface FormProps {
  readonly scanned: Scanned
  readonly onAnother: () => void
  readonly onMade: (projectId: string) => unknown
}

/** The findings of the scan, and the name of the project. */
export const ImportForm = ({ scanned, onAnother, onMade }: FormProps) => {
  const words = useImportWords()
  const { workspace } = useRole()
  // The typed values belong to the folder, so they are there when a person drops it again.
  const form = useFields(createProjectImport, {
    name: `import.${workspace.id}.${scanned.name}`,
    saved: { name: scanned.name, stack: stackOf(filesOf(scanned.scan)) },
    isNew: true,
  })
  const [takesFindings, setTakes] = useState(false)
  const [isConnected, setConnected] = useState(true)
  const importing = useChange((fields: ImportFields) => importScan(scanned, fields), {
    calls: [finalizeProjectImport],
    then: ({ projectId, unconnected }) => {
      form.clear()
      return unconnected === undefined ? onMade(projectId) : undefined
    },
  })
  // A history with findings cannot be connected.
  const from = scanned.scan.findingsTotal > 0 ? undefined : scanned.from
  const { asks } = judgeFindings(scanned.scan.findings)
  const isAsked = asks || scanned.scan.findingsTotal > scanned.scan.findings.length
  const submit = () =>
    form.sendTo(() => {
      if (isAsked && !takesFindings) return
      importing.mutate({
        name: form.fields.name.trim(),
        stack: form.fields.stack.trim(),
        takesFindings: takesFindings || !isAsked,
        isConnected: from !== undefined && isConnected,
      })
    })
  if (importing.data?.unconnected !== undefined)
    return (
      <div className="panel pad stack-16">
        <h2>{words.host.notConnected}</h2>
        <Refusal error={importing.data.unconnected} />
        <div className="line">
          <LinkButton variant="primary" to={paths.projectSettings(importing.data.projectId)}>
            {words.host.openSettings}
          </LinkButton>
        </div>
      </div>
    )
  return (
    <Form className="stack-16" error={importing.error} onSubmit={submit}>
      <Found scan={scanned.scan} />
      {isAsked ? (
        <label className="line">
          <input type="checkbox" checked={takesFindings} onChange={(event) => setTakes(event.target.checked)} />
          {words.takeFindings}
        </label>
      ) : null}
      <DraftField draft={form} field="name" label={words.name} />
      <DraftField draft={form} field="stack" label={words.stack} hint={words.stackHint} />
      {from ? (
        <label className="connect-to">
          <input type="checkbox" checked={isConnected} onChange={(event) => setConnected(event.target.checked)} />
          <span>
            {words.host.connectTo(from.fullName)}
            <span className="quiet">{words.host.connectToText}</span>
          </span>
        </label>
      ) : null}
      <FormFoot of={importing} verb={words.import} pendingText={words.importing} isDisabled={isAsked && !takesFindings}>
        <Button onClick={onAnother}>{words.another}</Button>
      </FormFoot>
    </Form>
  )
}

const shownMost = 50
const namesOf = (rows: readonly { readonly path: string }[]) => rows.slice(0, 10).map(({ path }) => path)

/** The findings of a scan, and the files that the import leaves as they are or leaves out. */
const Found = ({ scan }: { readonly scan: Scan }) => {
  const words = useImportWords()
  const { findings, findingsTotal, leftOut, leftOutTotal, protected: protectedFiles, commitSha, defaultBranch } = scan
  const { current, past, examples } = judgeFindings(findings)
  const more = Math.max(0, current.length - shownMost) + findingsTotal - findings.length
  return (
    <div className="panel rows">
      <p className="pad soft">{words.at(defaultBranch, commitSha.slice(0, 7))}</p>
      {current.slice(0, shownMost).map(([finding, ...others], at) => (
        <div key={at} className="row">
          <span className="t mono cut grow" title={finding!.path}>
            {finding!.path}:{finding!.line}
            {others.length > 0 ? ` +${others.length}` : ''}
          </span>
          <span className="m hide-s">{finding!.rule}</span>
          <span className="m mono">{finding!.masked}</span>
        </div>
      ))}
      {more > 0 ? <p className="pad quiet">{words.moreFindings(more)}</p> : null}
      {past.length > 0 ? <p className="pad soft">{words.pastFindings(past.length)}</p> : null}
      {examples.length > 0 ? <p className="pad quiet">{words.exampleFindings(examples.length)}</p> : null}
      {protectedFiles.length > 0 ? (
        <p className="pad soft">{words.kept(namesOf(protectedFiles), protectedFiles.length)}</p>
      ) : null}
      {leftOutTotal > 0 ? <p className="pad soft">{words.leftOut(namesOf(leftOut), leftOutTotal)}</p> : null}
    </div>
  )
}

interface SampleButtonProps extends Pick<ComponentProps<typeof Button>, 'variant'> {
  readonly onMade: (projectId: string) => unknown
}

/** Makes a project from a small repository that comes with the console, without any question. */
export const SampleButton = ({ variant, onMade }: SampleButtonProps) => {
  const words = useImportWords()
  const importSample = async (_: void) => {
    const scanned = await scanSource({ folder: sampleName, files: sampleFiles() })
    return importScan(scanned, { name: sampleName, stack: 'node', takesFindings: false, isConnected: false })
  }
  const sample = useChange(importSample, {
    calls: [finalizeProjectImport],
    then: ({ projectId }) => onMade(projectId),
  })
  return (
    <>
      <Button
        variant={variant}
        isPending={sample.isPending}
        pendingText={words.importing}
        onClick={() => sample.mutate()}
      >
        {words.sampleButton}
      </Button>
      <Refusal error={sample.error} />
    </>
  )
}
