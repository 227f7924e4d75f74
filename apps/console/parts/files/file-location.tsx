/** A place in a change: a file, and a line if it is known. */
export const FileLocation = ({ path, line }: { readonly path: string; readonly line?: number | undefined }) => (
  <span className="mono quiet">{line === undefined ? path : `${path}:${line}`}</span>
)
