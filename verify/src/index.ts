export { openLog, type AuditOptions, type LoggedEntry, type OpenedLog } from './audit.js';
export { joinBundle, maxEntryBytes, splitBundle } from './bundle.js';
export { canonicalJson, type JsonValue } from './canonical-json.js';
export {
  formatCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  type Checkpoint,
  type Cosignature,
  type OpenedCheckpoint,
  type TrustedKeys,
} from './checkpoint.js';
export { CompactTree, joinRow } from './compact-tree.js';
export {
  accountHash,
  formatEntry,
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
  type OtherEntry,
  type PlantingRecorded,
} from './entry.js';
export { LogError, type LogErrorCode } from './errors.js';
export {
  emptyRoot,
  hashChildren,
  hashLeaf,
  rootFromInclusionProof,
  verifyConsistency,
  verifyInclusion,
} from './merkle.js';
export {
  openNote,
  parseNote,
  type OpenedNote,
  type ParsedNote,
  type Signature,
  type VerifiedSignature,
} from './note.js';
export { attachedFiles, type AttachedFile } from './pdf.js';
export { formatProof, maxProofBytes, parseProof, type Proof } from './proof.js';
export { proveConsistency, proveInclusion, treeRoot, type ReadHash } from './prove.js';
export { setSha256, type Sha256 } from './sha256.js';
export { cosign, formatNote, signNote, type PrivateKey, type Signer } from './sign.js';
export {
  hashInTile,
  parseTilePath,
  tileOf,
  tilePath,
  tileReader,
  tileWidth,
  widthOfTile,
  type FetchResource,
  type Tile,
  type TileLevel,
  type TilePart,
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
  type GapCode,
  type Point,
  type PointName,
  type ProofRequest,
  type ProofResult,
} from './verify-proof.js';
export {
  formatWitnessRequest,
  maxWitnessRequestBytes,
  parseWitnessRequest,
  type WitnessRequest,
} from './witness-request.js';
