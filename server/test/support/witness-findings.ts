import { adviceFor } from '../../src/cli/doctor-advice.js';
import type { Finding } from '../../src/cli/doctor-finding.js';
import { checkWitnesses } from '../../src/cli/doctor-witnesses.js';
import type { Instance } from '../../src/database/instance.js';

/** What `doctor` says about the witnesses of an installation. */
export const witnessFindings = (instance: Instance): Promise<Finding[]> =>
  checkWitnesses(instance, adviceFor(instance.config));
