import PDFDocument from 'pdfkit';

/** A document that is kept in memory: as a stream its hundreds of small chunks would cost more than to make them. */
export class CollectedDocument extends PDFDocument {
  // Not initialized: the constructor above this one writes already.
  declare private chunks: Uint8Array[] | undefined;
  declare private isComplete: (() => void) | undefined;

  override push(chunk: Uint8Array | null): boolean {
    if (chunk === null) this.isComplete?.();
    else (this.chunks ??= []).push(chunk);
    return true;
  }

  /** Operators are Latin-1; the library would copy them letter by letter. */
  override addContent(operators: string): this {
    this.page.write(Buffer.from(`${operators}\n`, 'latin1'));
    return this;
  }

  /** Ends the document. A picture may still have to be unpacked, so that takes a while. */
  async bytes(): Promise<Buffer> {
    const completed = new Promise<void>((resolve) => {
      this.isComplete = resolve;
    });
    this.end();
    await completed;
    return Buffer.concat(this.chunks ?? []);
  }
}
