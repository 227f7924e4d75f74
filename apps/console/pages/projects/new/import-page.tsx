import { useState } from 'react'
import { listCodeHosts } from '../../../../../domains/code/code-hosts/contract.ts'
import { createProject } from '../../../../../domains/code/projects/contract.ts'
import { useNavigate } from 'react-router'
import { prefetch, useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { ScanField } from '../../../parts/scan/scan-field.tsx'
import { Section } from '../../../parts/section.tsx'
import type { Scanned } from '../../../parts/scan/scan-source.ts'
import { paths } from '../../../paths.ts'
import { useImportWords } from '../../../words/import/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { AddressSource } from './address-source.tsx'
import { CodeHostSource } from './code-host-source.tsx'
import { ImportForm } from './import-form.tsx'
import { SampleButton } from './sample-project-button.tsx'
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
      <div className="page read">
        <Head
          title={words.title}
          text={scanned ? words.found(scanned.scan.findingsTotal) : `${words.question} ${words.text}`}
        />
        {scanned ? (
          <ImportForm
            scanned={scanned}
            onAnother={() => setScanned(undefined)}
            onMade={(id) => navigate(paths.newCycle(id))}
          />
        ) : (
          <>
            <CodeHostSource onScanned={setScanned} />
            <AddressSource onScanned={setScanned} />
            <Section title={words.upload}>
              <ScanField onScanned={setScanned} />
            </Section>
            <Section title={words.others}>
              <Ways onScanned={setScanned} />
            </Section>
          </>
        )}
      </div>
    </>
  )
}

/** The other ways to a project: a sample, an empty one, and the command line. */
const Ways = ({ onScanned }: { readonly onScanned: (scanned: Scanned) => void }) => {
  const words = useImportWords()
  const navigate = useNavigate()
  const create = useOperation(createProject, {
    then: ({ id }) => navigate(paths.project(id)),
  })
  return (
    <div className="panel rows">
      <div className="row tall way">
        <div className="grow">
          <b>{words.sample}</b>
          <p className="quiet">{words.sampleText}</p>
        </div>
        <SampleButton onScanned={onScanned} />
      </div>
      <div className="row tall way">
        <div className="grow">
          <b>{words.empty}</b>
          <p className="quiet">{words.emptyText}</p>
          <Refusal error={create.error} />
        </div>
        <Button isPending={create.isPending} onClick={() => create.mutate({ body: { name: words.emptyName } })}>
          {words.emptyButton}
        </Button>
      </div>
      <div className="row tall way">
        <div className="grow">
          <b>{words.terminal}</b>
          <p className="quiet">{words.terminalText}</p>
        </div>
        <code className="command">{words.command}</code>
        <CopyButton text={words.command} label={words.copy} />
      </div>
    </div>
  )
}
