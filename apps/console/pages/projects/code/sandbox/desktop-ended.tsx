import { useProjectWords } from '../../../../words/project/index.ts'
import type { SessionEnd } from './sandbox-socket.ts'

/** Why the access or the desktop ended: the sentence of the server, else a sentence for the kind of end. */
export const DesktopEnded = ({ end: { how, text } }: { readonly end: SessionEnd }) => {
  const words = useProjectWords().desktop
  return (
    <p className="soft" role="status">
      {text || words.ended[how]}
    </p>
  )
}
