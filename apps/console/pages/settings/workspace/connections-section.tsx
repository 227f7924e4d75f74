import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Section } from '../../../parts/section.tsx'
import { useConnectionWords } from '../../../words/connections/index.ts'
import { ConnectionList } from '../../projects/settings/connection-list.tsx'

/** The code hosts, trackers and chat channels of the workspace; in view for those whose address ends in `#connections`. */
export const ConnectionsSection = () => {
  const words = useConnectionWords()
  const { hash } = useLocation()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash === '#connections') place.current?.scrollIntoView()
  }, [hash])
  return (
    <div ref={place} id="connections">
      <Section title={words.connections} text={words.connectionsText}>
        <ConnectionList />
      </Section>
    </div>
  )
}
