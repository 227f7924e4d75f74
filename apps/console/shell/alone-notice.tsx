import type { ReactNode } from 'react'
import { LinkButton } from '../parts/forms/button.tsx'
import { useTitle } from '../parts/page.tsx'
import { Heading } from '../parts/text/heading.tsx'
import { paths } from '../paths.ts'
import { useCoreWords } from '../words/core/index.ts'
import { AlonePage } from './alone-page.tsx'

interface AloneNoticeProps {
  readonly title: string
  readonly text: string
  readonly role?: 'status' | 'alert'
  /** Buttons before the link to Home. */
  readonly children?: ReactNode
  /** The label of the link to Home. */
  readonly home?: string
}

/** A page without the frame that shows what happened, and leads to Home. */
export const AloneNotice = ({ title, text, role, children, home }: AloneNoticeProps) => {
  const { notThere } = useCoreWords()
  useTitle(title)
  return (
    <AlonePage>
      <div>
        <Heading>{title}</Heading>
        <p role={role}>{text}</p>
      </div>
      <div className="line wrap">
        {children}
        <LinkButton to={paths.home}>{home ?? notThere.home}</LinkButton>
      </div>
    </AlonePage>
  )
}
