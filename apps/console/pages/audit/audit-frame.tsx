import type { ReactNode } from 'react'
import { useTitle } from '../../parts/page.tsx'
import { Tabs, ViewLinks } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useAuditWords } from '../../words/audit/index.ts'
import './audit.css'

/** The pages of the record: the audit log, and the events. */
export const AuditFrame = ({ children }: { readonly children: ReactNode }) => {
  const words = useAuditWords()
  useTitle(words.title)
  return (
    <>
      <Tabs label={words.parts}>
        <ViewLinks
          views={[
            { name: words.title, to: paths.audit },
            { name: words.activity.title, to: paths.activity },
          ]}
        />
      </Tabs>
      <div className="page">{children}</div>
    </>
  )
}
