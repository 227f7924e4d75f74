import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useBatchWords } from '../../words/batches/index.ts'
import { useDocumentWords } from '../../words/documents/index.ts'
import { useMediaWords } from '../../words/media/index.ts'
import { usePlaygroundWords } from '../../words/playground/index.ts'
import { useUsageWords } from '../../words/usage/index.ts'

/** The tabs of the pages about what models read, make and cost. */
export const DocumentsFrame = ({ children }: { readonly children: ReactNode }) => {
  const documents = useDocumentWords()
  const media = useMediaWords()
  const batches = useBatchWords()
  const playground = usePlaygroundWords()
  const usage = useUsageWords()
  return (
    <>
      <Tabs label={documents.title}>
        <NavLink to={paths.documents} end>
          {documents.title}
        </NavLink>
        <NavLink to={paths.media}>{media.link}</NavLink>
        <NavLink to={paths.batches} end>
          {batches.link}
        </NavLink>
        <NavLink to={paths.playground}>{playground.link}</NavLink>
        <NavLink to={paths.usage}>{usage.link}</NavLink>
      </Tabs>
      <div className="page">{children}</div>
    </>
  )
}
