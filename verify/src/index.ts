export { openLog, type AuditOptions, type LoggedEntry, type OpenedLog } from './audit.js';
export { canonicalJson, type JsonValue } from './canonical-json.js';
export { readCertificateFile, type CertificateFile } from './certificate-file.js';
export {
  openCheckpoint,
  parseCheckpoint,
  type Checkpoint,
  type Cosignature,
  type OpenedCheckpoint,
  type TrustedKeys,
} from './checkpoint.js';
export {
  accountHash,
  isKnownEntry,
  parseEntry,
  type CertificateIssued,
  type CertificateWithdrawn,
  type CreditsAllocated,
  type CreditsImported,
  type CreditsRetired,
  type Entry,
  type KnownEntry,
  type MethodologyAdopted,
  type UnknownEntry,
  type PlantingRecorded,
} from './entry.js';
export { LogError, type LogErrorCode } from './errors.js';
export { hashChildren, hashLeaf, rootOf, verifyConsistency, verifyInclusion } from './merkle.js';
export {
  cosignedText,
  maxNoteBytes,
  openNote,
  parseNote,
  requireNoteText,
  type OpenedNote,
  type ParsedNote,
  type Signature,
  type VerifiedSignature,
} from './note.js';
export { maxProofBytes, parseProof, proofHeader, type Proof } from './proof.js';
export { setSha256, type Sha256 } from './sha256.js';
export {
  fetchHashes,
  maxEntryBytes,
  splitBundle,
  tilePath,
  tileWidth,
  widthOfTile,
  type FetchResource,
  type Tile,
  type TileLevel,
} from './tiles.js';
export {
  formatVerifierKey,
  makeVerifierKey,
  parseVerifierKey,
  type KeyType,
  type VerifierKey,
} from './verifier-key.js';
export {
  verifyProof,
  type UncheckedCode,
  type CheckResult,
  type CheckName,
  type ProofRequest,
  type ProofResult,
} from './verify-proof.js';
