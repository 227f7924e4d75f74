const document = /[.](?:md|markdown|mdx|rst|adoc|asciidoc)$|(?:^|\/)[A-Z][A-Z_]+(?:[.]txt)?$/

/** Whether a file is a text that people read. */
export const isDocumentPath = (path: string): boolean => document.test(path)
