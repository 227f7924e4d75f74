import { useState } from 'react'
import { listCodeHosts } from '../../../../../domains/code/code-hosts/contract.ts'
import { findingsToReview } from '../../../../../domains/code/imports/rules.ts'
import { useNavigate } from 'react-router'
import { prefetch } from '../../../api/use-operation.ts'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import type { Scanned } from '../../../parts/scan/scan-source.ts'
import { paths } from '../../../paths.ts'
import { useImportWords } from '../../../words/import/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { ImportForm } from './import-form.tsx'
import { Ways } from './project-sources.tsx'
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
