import { useState } from 'react'
import { listCodeHosts } from '../../../../../domains/code/code-hosts/contract.ts'
import { findingsToReview } from '../../../../../domains/code/imports/rules.ts'
import { createProject } from '../../../../../domains/code/projects/contract.ts'
import { useNavigate } from 'react-router'
import { prefetch, useOperation, useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { ScanField } from '../../../parts/scan/scan-field.tsx'
import type { Scanned } from '../../../parts/scan/scan-source.ts'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useImportWords } from '../../../words/import/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { CodeHostSource, NoHost } from './code-host-source.tsx'
import { ImportForm } from './import-form.tsx'
import { SampleButton } from './sample-project-button.tsx'
import { SourceRow } from './source-row.tsx'
import { useMutation } from '@tanstack/react-query'
import { scanGitAddress } from '../../../../../domains/code/imports/contract.ts'
import type { ClientError } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { useRole } from '../../../api/use-role.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import './import.css'

export const loader = () => prefetch(listCodeHosts)

export default function ImportPage() {
  const shared = useWords()
  const words = useImportWords()
  const navigate = useNavigate()
  const [scanned, setScanned] = useState<Scanned>()
  useTitle(words.title)
  return (
    <>
      <Top crumbs={[{ name: shared.projects, to: paths.projects }, { name: words.title }]} />
      <div className={scanned ? 'page read' : 'page'}>
        <Head
          title={words.title}
          text={scanned ? words.found(findingsToReview(scanned.scan)) : `${words.question} ${words.text}`}
        />
        {scanned ? (
          <ImportForm
            scanned={scanned}
            onAnother={() => setScanned(undefined)}
            onMade={(id) => navigate(paths.newCycle(id))}
          />
        ) : (
          <Ways onScanned={setScanned} />
        )}
      </div>
    </>
  )
}

/** The sources of a project: code hosts, other places of code, and last a project without code. */
const Ways = ({ onScanned }: { readonly onScanned: (scanned: Scanned) => void }) => {
  const words = useImportWords()
  const navigate = useNavigate()
  const hosts = useReply(listCodeHosts)
  const create = useOperation(createProject, { then: ({ id }) => navigate(paths.project(id)) })
  return (
    <>
      {hosts.length > 0 ? <CodeHostSource hosts={hosts} onScanned={onScanned} /> : null}
      <div className="panel rows ways">
        {hosts.length > 0 ? null : <NoHost />}
        <AddressSource onScanned={onScanned} />
        <SourceRow title={words.upload} text={words.uploadText}>
          <ScanField onScanned={onScanned} />
        </SourceRow>
        <SourceRow className="hide-s" title={words.terminal} text={words.terminalText}>
          <code className="command">{words.command}</code>
          <CopyButton text={words.command} label={words.copy} />
        </SourceRow>
      </div>
      <Section title={words.withoutCode}>
        <div className="panel rows">
          <SourceRow title={words.sample} text={words.sampleText}>
            <SampleButton onMade={(id) => navigate(paths.newCycle(id))} />
          </SourceRow>
          <SourceRow
            title={words.empty}
            text={
              <>
                {words.emptyText}
                <Refusal error={create.error} />
              </>
            }
          >
            <Button isPending={create.isPending} onClick={() => create.mutate({ body: { name: words.emptyName } })}>
              {words.emptyButton}
            </Button>
          </SourceRow>
        </div>
      </Section>
    </>
  )
}

const nameOf = (url: string) =>
  url
    .split('/')
    .findLast((part) => part !== '')
    ?.replace(/\.git$/, '') ?? ''

/** A public repository, fetched by the server from its address. */
const AddressSource = ({ onScanned }: { readonly onScanned: (scanned: Scanned) => void }) => {
  const { address: words, codes } = useImportWords()
  const { workspace } = useRole()
  const { fields, set, clear } = useDraft(`import-address.${workspace.id}`, { url: '' })
  const scanning = useMutation<Scanned, ClientError, string>({
    mutationFn: async (url) => ({ name: nameOf(url), scan: await call(scanGitAddress, { body: { url } }) }),
    onSuccess: (scanned) => {
      clear()
      onScanned(scanned)
    },
  })
  const submit = () => {
    if (fields.url.trim() !== '') scanning.mutate(fields.url.trim())
  }
  return (
    <SourceRow
      title={words.title}
      text={
        <>
          {words.text}
          {scanning.isPending ? <p role="status">{words.busy}</p> : null}
          <Refusal error={scanning.error} codes={codes} />
        </>
      }
    >
      <Form className="address-source" error={scanning.error} onSubmit={submit}>
        <input
          className="input"
          aria-label={words.label}
          name="url"
          inputMode="url"
          placeholder={words.placeholder}
          value={fields.url}
          maxLength={2_048}
          spellCheck={false}
          autoCapitalize="none"
          dir="ltr"
          onChange={({ target }) => set('url', target.value)}
        />
        <Button type="submit" isPending={scanning.isPending}>
          {words.button}
        </Button>
      </Form>
    </SourceRow>
  )
}
