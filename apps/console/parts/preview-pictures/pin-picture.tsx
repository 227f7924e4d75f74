import type { Message } from '../story/live-turn.ts'
import { useDeploymentWords } from '../../words/deployments/index.ts'
import { ShownPicture } from './shown-picture.tsx'
import './preview-pictures.css'
import './pin-picture.css'

type Pin = NonNullable<Message['pin']>

/** The stored picture of the page that a comment was made in, with a mark at its place; a sentence without one. */
export const PinPicture = ({ pin: { path, left, top, width, deploymentId, picture } }: { readonly pin: Pin }) => {
  const words = useDeploymentWords().pins
  if (picture === null) return <p className="quiet">{words.noPicture}</p>
  const across = Math.min(100, (left / width) * 100)
  const down = (top / picture.height) * 100
  return (
    <figure className="pin-picture">
      <div className="pin-place">
        <ShownPicture deploymentId={deploymentId} picture={picture} name={words.nameOf(path)} />
        {down <= 100 ? (
          <span className="pin-mark" style={{ left: `${across}%`, top: `${down}%` }} aria-hidden="true" />
        ) : null}
      </div>
      <figcaption className="quiet">{down <= 100 ? words.text : words.below}</figcaption>
    </figure>
  )
}
