import './handle.css'

/** The short name of a cycle or task, for people: HAR-12. */
export const Handle = ({ children }: { readonly children: string }) => <span className="handle">{children}</span>
