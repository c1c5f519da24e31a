// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.

export interface components {
    schemas: {
        /** Account */
        Account: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Unique among the accounts of the same parent. */
            name: string;
            /** @description The name shown on pages, mails and certificates. */
            display_name: string;
            /** @description Your own id for it. */
            external_id: string | null;
            /**
             * @description What the account may do.
             * @enum {string}
             */
            role: "distributor" | "channel" | "customer";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description The parent account; `null` for a root account.
             */
            parent_id: string | null;
            /**
             * @description Its state.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: date-time
             * @description When it was last activated.
             */
            activated_at: string | null;
            /**
             * Format: date-time
             * @description When it was last deactivated; `null` if never.
             */
            deactivated_at: string | null;
        };
        /** AccountChanges */
        AccountChanges: {
            /** @description Unique among the accounts of the same parent. */
            name?: string;
            /** @description The name shown to people; `null` resets it to the name. */
            display_name?: string | null;
            /** @description Your own id for it, unique like the name; `null` clears it. */
            external_id?: string | null;
        };
        /** AccountEvent */
        AccountEvent: {
            /**
             * Format: uuid
             * @description Its id. A repeated delivery has the same.
             */
            id: string;
            /**
             * @description What happened. Events are kept for 30 days.
             * @enum {string}
             */
            type: "account.created" | "account.updated" | "account.activated" | "account.deactivated" | "deposit.created" | "deposit.deleted" | "biomass_offset.created" | "biomass_offset.deleted" | "certificate.issued" | "certificate.withdrawn" | "quote.created" | "quote.executed" | "quote.deleted" | "order.created" | "order.placed" | "order.deleted" | "carbon_offset.created" | "carbon_offset.fulfilled" | "feed.created" | "feed.updated" | "feed.deleted" | "feed.health_changed" | "feed.collected" | "month.closed" | "invoice.created" | "forestry_project.completed";
            /**
             * Format: uuid
             * @description The account that it happened to.
             */
            account_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description Grows from event to event of an account, with gaps. */
            sequence: number;
            /** @description `false` in a sandbox. */
            livemode: boolean;
            /** @description The revision in which the object is presented. */
            revision: string;
            /** @description The resource that it is about. */
            data: {
                /** @description The resource as it was then; as it last was, if it was deleted. */
                object: {
                    [key: string]: unknown;
                };
                /**
                 * @description The event would be larger than 20 kB, so the object has only its id.
                 * @constant
                 */
                truncated?: true;
            };
        };
        /** AccountSettings */
        AccountSettings: {
            /**
             * @description The default language of its public pages.
             * @enum {string}
             */
            locale: "en" | "de" | "es" | "fr" | "id" | "it" | "ja" | "ko" | "ms" | "pt" | "th" | "zh-CN" | "zh-TW";
            /** @description Whether its badge with its total trees is public. */
            badge_enabled: boolean;
            /** @description Address of its badge, an SVG; a 404 while the badge is off. */
            badge_url: string;
            /** @description The default carbon projects of orders. */
            carbon_project_ids: string[];
            /**
             * PublicPage
             * @description Its public page; only in the answer to a change of it, and with `expand=public_page`.
             */
            public_page?: {
                /** @description The end of its address, `/impact/SLUG`: unique, 3 to 64 of a-z, 0-9 and `-`. Null: none was chosen yet. */
                slug: string | null;
                /** @description Whether the page is public. While it is off, its address is that of no page. */
                enabled: boolean;
                /** @description Whether its figures include the accounts below. */
                include_descendants: boolean;
            };
        };
        /** AccountSettingsChanges */
        AccountSettingsChanges: {
            /**
             * @description The default language of its public pages.
             * @enum {string}
             */
            locale?: "en" | "de" | "es" | "fr" | "id" | "it" | "ja" | "ko" | "ms" | "pt" | "th" | "zh-CN" | "zh-TW";
            /** @description Whether its badge with its total trees is public. */
            badge_enabled?: boolean;
            /** @description The default carbon projects of orders: active ones, each at most once. An empty list means none. */
            carbon_project_ids?: string[];
            /**
             * PublicPageChanges
             * @description Its public page. Fields that are left out stay unchanged.
             */
            public_page?: {
                /**
                 * Format: slug
                 * @description The end of its address, `/impact/SLUG`: unique, 3 to 64 of a-z, 0-9 and `-`.
                 */
                slug?: string;
                /** @description Whether the page is public. While it is off, its address is that of no page. */
                enabled?: boolean;
                /** @description Whether its figures include the accounts below. */
                include_descendants?: boolean;
            };
        };
        /** Agent */
        Agent: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The feed that it sends readings to.
             */
            feed_id: string;
            /** @description What it is called: as you named it, or as it named itself. */
            name: string | null;
            /**
             * @description `pending` until its token is used, `expired` if it never was; `revoked` if its key was revoked by itself.
             * @enum {string}
             */
            status: "pending" | "expired" | "enrolled" | "revoked";
            /** @description Of the program. */
            version: string | null;
            /** @description How many devices it reads; `null` until it has reported. */
            devices: number | null;
            /** @description Devices that it could not read when it last reported; the first 100. */
            trouble: {
                /** @description Where the device is, as the agent calls it. */
                address: string;
                /** @description What went wrong, in the agent’s words. */
                reason: string;
            }[];
            /**
             * Format: date-time
             * @description When it last sent readings or a report.
             */
            last_seen_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it used its token.
             */
            enrolled_at: string | null;
            /**
             * Format: date-time
             * @description Until when its token can be used; `null` once it was.
             */
            expires_at: string | null;
        };
        /** AgentReport */
        AgentReport: {
            /** @description Of the program. */
            version: string;
            /** @description How many devices it reads. */
            devices: number;
            /** @description Devices that it could not read; the first 100 are kept. */
            trouble: {
                /** @description Where the device is, as the agent calls it. */
                address: string;
                /** @description What went wrong, in the agent’s words. */
                reason: string;
            }[];
        };
        /** AgentTrouble */
        AgentTrouble: {
            /** @description Where the device is, as the agent calls it. */
            address: string;
            /** @description What went wrong, in the agent’s words. */
            reason: string;
        };
        /** AnnualReport */
        AnnualReport: {
            /**
             * Format: uuid
             * @description The account it is about.
             */
            account_id: string;
            /** @description Its name, as shown to others. */
            account_name: string;
            /** @description The calendar year, in UTC. */
            year: number;
            /** @description Its first day. */
            start_date: string;
            /** @description Its last day. */
            end_date: string;
            /** @description `false` if the year is not over. */
            complete: boolean;
            /**
             * Format: date-time
             * @description When the report was made. A later one may differ: see `method`.
             */
            as_of: string;
            /** @description Whether the accounts below are included. */
            include_descendants: boolean;
            /** @description How many accounts below are included. */
            accounts_below: number;
            /** @description The figures of the account; with `include_descendants` also those of the accounts below it, and both together. */
            levels: {
                /**
                 * @description Whose figures these are: of the account itself, of those below it, or of both.
                 * @enum {string}
                 */
                level: "own" | "below" | "together";
                /** @description The paper of the year. */
                paper: {
                    /** @description Deposits, orders, quotes and offsets. */
                    records: number;
                    /** @description Sheets. Paper that was entered by its weight has none. */
                    sheets: number;
                    /** @description Kilograms, not rounded. */
                    kg: number;
                    /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                    mtco2e: number;
                    /** @description By source; without sources that reported nothing. */
                    sources: {
                        /**
                         * @description Where the paper was reported: `feed`, `deposit` (posted or imported), `order`, `quote`, or `direct` for offsets that come from none of these.
                         * @enum {string}
                         */
                        source: "feed" | "deposit" | "order" | "quote" | "direct";
                        /** @description Type of the feeds; `null` for other sources and deleted feeds. */
                        feed_type: string | null;
                        /** @description Deposits, orders, quotes and offsets. */
                        records: number;
                        /** @description Sheets. Paper that was entered by its weight has none. */
                        sheets: number;
                        /** @description Kilograms, not rounded. */
                        kg: number;
                        /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                        mtco2e: number;
                    }[];
                    /** @description All twelve months, in UTC. */
                    months: {
                        /** @description Such as `2026-01`. */
                        month: string;
                        /** @description Deposits, orders, quotes and offsets. */
                        records: number;
                        /** @description Sheets. Paper that was entered by its weight has none. */
                        sheets: number;
                        /** @description Kilograms, not rounded. */
                        kg: number;
                        /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                        mtco2e: number;
                        /** @description By source. */
                        sources: {
                            /**
                             * @description Where the paper was reported: `feed`, `deposit` (posted or imported), `order`, `quote`, or `direct` for offsets that come from none of these.
                             * @enum {string}
                             */
                            source: "feed" | "deposit" | "order" | "quote" | "direct";
                            /** @description Type of the feeds; `null` for other sources and deleted feeds. */
                            feed_type: string | null;
                            /** @description Deposits, orders, quotes and offsets. */
                            records: number;
                            /** @description Sheets. Paper that was entered by its weight has none. */
                            sheets: number;
                            /** @description Kilograms, not rounded. */
                            kg: number;
                            /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                            mtco2e: number;
                        }[];
                    }[];
                    /** @description Paper of withdrawn certificates that was deposited again: in no other figure, because it was counted before. */
                    returned: {
                        /** @description Deposits, orders, quotes and offsets. */
                        records: number;
                        /** @description Sheets. Paper that was entered by its weight has none. */
                        sheets: number;
                        /** @description Kilograms, not rounded. */
                        kg: number;
                        /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                        mtco2e: number;
                    };
                };
                /** @description Gross emissions of making this paper: nothing is deducted. */
                emissions: {
                    /** @description Of the GHG Protocol: 3. */
                    scope: number;
                    /** @description Of the GHG Protocol: 1, purchased goods and services. */
                    category: number;
                    /** @description Tonnes of CO2 equivalent. */
                    mtco2e: number;
                    /** @description By the methodology that converts the paper. */
                    methodologies: {
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id: string;
                        /** @description Its name. */
                        name: string;
                        /** @description Tonnes of CO2 equivalent per tonne of paper. */
                        emission_factor: number;
                        /** @description Who published the factor; `null` if unknown. */
                        source: string | null;
                        /** @description Where it can be read, or `null`. */
                        source_url: string | null;
                        /** @description Which version; `null` if unknown. */
                        version: string | null;
                        /** @description When it was published; `null` if unknown. */
                        published_on: string | null;
                        /** @description How uncertain the factor is, in words or percent; `null` if unknown. */
                        uncertainty: string | null;
                        /** @description The paper that it converts, in kilograms. */
                        kg: number;
                        /** @description Paper times factor. */
                        mtco2e: number;
                    }[];
                };
                /** @description The paper of the whole year before. */
                year_before: {
                    /** @description That year. */
                    year: number;
                    /** @description Deposits, orders, quotes and offsets. */
                    records: number;
                    /** @description Sheets. Paper that was entered by its weight has none. */
                    sheets: number;
                    /** @description Kilograms, not rounded. */
                    kg: number;
                    /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                    mtco2e: number;
                };
                /** @description The trees of the certificates of the year. */
                trees: {
                    /** @description Certificates of the year, without withdrawn ones. */
                    certificates: number;
                    /** @description Their standard pages. */
                    pages: number;
                    /** @description Their trees. */
                    certified: number;
                    /** @description What of these recorded plantings cover. */
                    planted: number;
                    /** @description What no planting covers yet. */
                    pending: number;
                    /** @description What of the planted ones survives, by the newest audits. */
                    surviving: number;
                    /** @description By forestry project, the most trees first. */
                    projects: {
                        /**
                         * Format: uuid
                         * @description The project.
                         */
                        project_id: string;
                        /** @description Its name. */
                        project_name: string;
                        /** @description What survives of all that was planted in the project, for anyone, of 1; `null` if no planting is recorded. */
                        survival_rate: number | null;
                        /** @description Certificates of the year, without withdrawn ones. */
                        certificates: number;
                        /** @description Their standard pages. */
                        pages: number;
                        /** @description Their trees. */
                        certified: number;
                        /** @description What of these recorded plantings cover. */
                        planted: number;
                        /** @description What no planting covers yet. */
                        pending: number;
                        /** @description What of the planted ones survives, by the newest audits. */
                        surviving: number;
                    }[];
                };
                /** @description Carbon credits, by the points of ESRS E1-7. */
                credits: {
                    /** @description Tonnes of the carbon offsets of the year. */
                    ordered_mtco2e: number;
                    /** @description What of these has no credits yet. */
                    waiting_mtco2e: number;
                    /** @description Retired in the year. */
                    retired: {
                        /** @description Tonnes of credits retired in the year. */
                        mtco2e: number;
                        /** @description What of it removes CO2 from the air. */
                        removal_mtco2e: number;
                        /** @description What of it avoids emissions elsewhere. */
                        avoidance_mtco2e: number;
                        /** @description Share from projects in the European Union, of 1; `null` if there are none. */
                        eu_share: number | null;
                        /** @description Share with a corresponding adjustment by the host country, of 1; `null` if there are none. */
                        adjusted_share: number | null;
                    };
                    /** @description Allocated by the end of the year and not retired by then. */
                    planned: {
                        /** @description Tonnes of credits allocated, to be retired. */
                        mtco2e: number;
                        /** @description What of it removes CO2 from the air. */
                        removal_mtco2e: number;
                        /** @description What of it avoids emissions elsewhere. */
                        avoidance_mtco2e: number;
                        /** @description Share from projects in the European Union, of 1; `null` if there are none. */
                        eu_share: number | null;
                        /** @description Share with a corresponding adjustment by the host country, of 1; `null` if there are none. */
                        adjusted_share: number | null;
                    };
                    /** @description The same by what is known of the credits. */
                    kinds: {
                        /**
                         * Format: uuid
                         * @description The carbon project.
                         */
                        project_id: string;
                        /** @description Its name. */
                        project_name: string;
                        /**
                         * @description `removal` or `avoidance`; `null` if unknown.
                         * @enum {string|null}
                         */
                        type: "removal" | "avoidance" | null;
                        /** @description The quality standard; `null` if unknown. */
                        standard: string | null;
                        /** @description Where they are registered. */
                        registry: string;
                        /** @description Host country, in two letters; `null` if unknown. */
                        country: string | null;
                        /**
                         * @description Whether they have the label of the Core Carbon Principles.
                         * @enum {string}
                         */
                        ccp: "yes" | "no" | "unknown";
                        /**
                         * @description Whether the host country adjusts its balance.
                         * @enum {string}
                         */
                        corresponding_adjustment: "yes" | "no" | "unknown";
                        /** @description Retired in the year. */
                        retired_mtco2e: number;
                        /** @description Allocated, to be retired. */
                        planned_mtco2e: number;
                    }[];
                };
            }[];
            /** @description The certificates of the year, oldest first, up to 5,000. */
            certificates: {
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /** @description As printed on it. */
                number: string;
                /**
                 * Format: uuid
                 * @description The account it belongs to.
                 */
                account_id: string;
                /** @description Its name. */
                account_name: string;
                /**
                 * Format: date-time
                 * @description The time that it counts for.
                 */
                date: string;
                /** @description Standard pages. */
                pages: number;
                /** @description Trees, to 6 decimals. */
                trees: number;
                /**
                 * Format: uuid
                 * @description Where the trees are planted.
                 */
                project_id: string;
                /** @description Its name. */
                project_name: string;
                /** @description Its index in the transparency log; `null` while it is being entered. */
                log_index: number | null;
            }[];
            /** @description How many more there are, which `GET /biomass/certificates` lists. */
            certificates_left: number;
            /** @description How the figures are made, and what they do not say. */
            method: string[];
        };
        /** AnnualReportLevel */
        AnnualReportLevel: {
            /**
             * @description Whose figures these are: of the account itself, of those below it, or of both.
             * @enum {string}
             */
            level: "own" | "below" | "together";
            /** @description The paper of the year. */
            paper: {
                /** @description Deposits, orders, quotes and offsets. */
                records: number;
                /** @description Sheets. Paper that was entered by its weight has none. */
                sheets: number;
                /** @description Kilograms, not rounded. */
                kg: number;
                /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                mtco2e: number;
                /** @description By source; without sources that reported nothing. */
                sources: {
                    /**
                     * @description Where the paper was reported: `feed`, `deposit` (posted or imported), `order`, `quote`, or `direct` for offsets that come from none of these.
                     * @enum {string}
                     */
                    source: "feed" | "deposit" | "order" | "quote" | "direct";
                    /** @description Type of the feeds; `null` for other sources and deleted feeds. */
                    feed_type: string | null;
                    /** @description Deposits, orders, quotes and offsets. */
                    records: number;
                    /** @description Sheets. Paper that was entered by its weight has none. */
                    sheets: number;
                    /** @description Kilograms, not rounded. */
                    kg: number;
                    /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                    mtco2e: number;
                }[];
                /** @description All twelve months, in UTC. */
                months: {
                    /** @description Such as `2026-01`. */
                    month: string;
                    /** @description Deposits, orders, quotes and offsets. */
                    records: number;
                    /** @description Sheets. Paper that was entered by its weight has none. */
                    sheets: number;
                    /** @description Kilograms, not rounded. */
                    kg: number;
                    /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                    mtco2e: number;
                    /** @description By source. */
                    sources: {
                        /**
                         * @description Where the paper was reported: `feed`, `deposit` (posted or imported), `order`, `quote`, or `direct` for offsets that come from none of these.
                         * @enum {string}
                         */
                        source: "feed" | "deposit" | "order" | "quote" | "direct";
                        /** @description Type of the feeds; `null` for other sources and deleted feeds. */
                        feed_type: string | null;
                        /** @description Deposits, orders, quotes and offsets. */
                        records: number;
                        /** @description Sheets. Paper that was entered by its weight has none. */
                        sheets: number;
                        /** @description Kilograms, not rounded. */
                        kg: number;
                        /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                        mtco2e: number;
                    }[];
                }[];
                /** @description Paper of withdrawn certificates that was deposited again: in no other figure, because it was counted before. */
                returned: {
                    /** @description Deposits, orders, quotes and offsets. */
                    records: number;
                    /** @description Sheets. Paper that was entered by its weight has none. */
                    sheets: number;
                    /** @description Kilograms, not rounded. */
                    kg: number;
                    /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                    mtco2e: number;
                };
            };
            /** @description Gross emissions of making this paper: nothing is deducted. */
            emissions: {
                /** @description Of the GHG Protocol: 3. */
                scope: number;
                /** @description Of the GHG Protocol: 1, purchased goods and services. */
                category: number;
                /** @description Tonnes of CO2 equivalent. */
                mtco2e: number;
                /** @description By the methodology that converts the paper. */
                methodologies: {
                    /**
                     * Format: uuid
                     * @description Its id.
                     */
                    id: string;
                    /** @description Its name. */
                    name: string;
                    /** @description Tonnes of CO2 equivalent per tonne of paper. */
                    emission_factor: number;
                    /** @description Who published the factor; `null` if unknown. */
                    source: string | null;
                    /** @description Where it can be read, or `null`. */
                    source_url: string | null;
                    /** @description Which version; `null` if unknown. */
                    version: string | null;
                    /** @description When it was published; `null` if unknown. */
                    published_on: string | null;
                    /** @description How uncertain the factor is, in words or percent; `null` if unknown. */
                    uncertainty: string | null;
                    /** @description The paper that it converts, in kilograms. */
                    kg: number;
                    /** @description Paper times factor. */
                    mtco2e: number;
                }[];
            };
            /** @description The paper of the whole year before. */
            year_before: {
                /** @description That year. */
                year: number;
                /** @description Deposits, orders, quotes and offsets. */
                records: number;
                /** @description Sheets. Paper that was entered by its weight has none. */
                sheets: number;
                /** @description Kilograms, not rounded. */
                kg: number;
                /** @description Tonnes of CO2 equivalent that making it emitted, not rounded. */
                mtco2e: number;
            };
            /** @description The trees of the certificates of the year. */
            trees: {
                /** @description Certificates of the year, without withdrawn ones. */
                certificates: number;
                /** @description Their standard pages. */
                pages: number;
                /** @description Their trees. */
                certified: number;
                /** @description What of these recorded plantings cover. */
                planted: number;
                /** @description What no planting covers yet. */
                pending: number;
                /** @description What of the planted ones survives, by the newest audits. */
                surviving: number;
                /** @description By forestry project, the most trees first. */
                projects: {
                    /**
                     * Format: uuid
                     * @description The project.
                     */
                    project_id: string;
                    /** @description Its name. */
                    project_name: string;
                    /** @description What survives of all that was planted in the project, for anyone, of 1; `null` if no planting is recorded. */
                    survival_rate: number | null;
                    /** @description Certificates of the year, without withdrawn ones. */
                    certificates: number;
                    /** @description Their standard pages. */
                    pages: number;
                    /** @description Their trees. */
                    certified: number;
                    /** @description What of these recorded plantings cover. */
                    planted: number;
                    /** @description What no planting covers yet. */
                    pending: number;
                    /** @description What of the planted ones survives, by the newest audits. */
                    surviving: number;
                }[];
            };
            /** @description Carbon credits, by the points of ESRS E1-7. */
            credits: {
                /** @description Tonnes of the carbon offsets of the year. */
                ordered_mtco2e: number;
                /** @description What of these has no credits yet. */
                waiting_mtco2e: number;
                /** @description Retired in the year. */
                retired: {
                    /** @description Tonnes of credits retired in the year. */
                    mtco2e: number;
                    /** @description What of it removes CO2 from the air. */
                    removal_mtco2e: number;
                    /** @description What of it avoids emissions elsewhere. */
                    avoidance_mtco2e: number;
                    /** @description Share from projects in the European Union, of 1; `null` if there are none. */
                    eu_share: number | null;
                    /** @description Share with a corresponding adjustment by the host country, of 1; `null` if there are none. */
                    adjusted_share: number | null;
                };
                /** @description Allocated by the end of the year and not retired by then. */
                planned: {
                    /** @description Tonnes of credits allocated, to be retired. */
                    mtco2e: number;
                    /** @description What of it removes CO2 from the air. */
                    removal_mtco2e: number;
                    /** @description What of it avoids emissions elsewhere. */
                    avoidance_mtco2e: number;
                    /** @description Share from projects in the European Union, of 1; `null` if there are none. */
                    eu_share: number | null;
                    /** @description Share with a corresponding adjustment by the host country, of 1; `null` if there are none. */
                    adjusted_share: number | null;
                };
                /** @description The same by what is known of the credits. */
                kinds: {
                    /**
                     * Format: uuid
                     * @description The carbon project.
                     */
                    project_id: string;
                    /** @description Its name. */
                    project_name: string;
                    /**
                     * @description `removal` or `avoidance`; `null` if unknown.
                     * @enum {string|null}
                     */
                    type: "removal" | "avoidance" | null;
                    /** @description The quality standard; `null` if unknown. */
                    standard: string | null;
                    /** @description Where they are registered. */
                    registry: string;
                    /** @description Host country, in two letters; `null` if unknown. */
                    country: string | null;
                    /**
                     * @description Whether they have the label of the Core Carbon Principles.
                     * @enum {string}
                     */
                    ccp: "yes" | "no" | "unknown";
                    /**
                     * @description Whether the host country adjusts its balance.
                     * @enum {string}
                     */
                    corresponding_adjustment: "yes" | "no" | "unknown";
                    /** @description Retired in the year. */
                    retired_mtco2e: number;
                    /** @description Allocated, to be retired. */
                    planned_mtco2e: number;
                }[];
            };
        };
        /** BiomassCertificate */
        BiomassCertificate: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: date-time
             * @description The time that it counts for.
             */
            date: string;
            /** @description Standard pages. */
            pages: number;
            /** @description Trees, to 6 decimals. */
            trees: number;
            /**
             * Format: uuid
             * @description Where the trees are planted.
             */
            project_id: string;
            /**
             * ForestryProject
             * @description The forestry project.
             */
            project: {
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /** @description Its name. */
                name: string;
                /** @description `active` while more trees can be planted, then `complete`. */
                status: string;
                /** @description Degrees north. */
                forest_latitude: number;
                /** @description Degrees east. */
                forest_longitude: number;
                /** @description Address of an image. */
                content_logo: string;
                /** @description Address of an image. */
                content_masthead: string;
                /** @description About it, as HTML. */
                content_body_html: string;
                /** @description Addresses of images. */
                content_images: string[];
            };
            /** @description Address of its public page. */
            url: string;
            /** @description Address of its PDF. */
            pdf_url: string;
        };
        /** BiomassOffset */
        BiomassOffset: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description The order it comes from, or `null`.
             */
            order_id: string | null;
            /**
             * Format: uuid
             * @description The quote it executed, or `null`.
             */
            quote_id: string | null;
            /**
             * Format: uuid
             * @description Where the trees are planted.
             */
            project_id: string;
            /**
             * Format: uuid
             * @description Its receipt.
             */
            certificate_id: string;
            /**
             * Format: date-time
             * @description The time that it counts for.
             */
            date: string;
            /** @description Standard pages. */
            pages: number;
            /** @description Trees, to 6 decimals. */
            trees: number;
        };
        /** CarbonOffset */
        CarbonOffset: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description The order it comes from, or `null`.
             */
            order_id: string | null;
            /**
             * Format: uuid
             * @description The carbon project.
             */
            project_id: string;
            /** @description Name of the carbon project. */
            project_name: string;
            /** @description Kind of carbon project. */
            project_type: string;
            /** @description The registry of its credits. */
            registry_name: string;
            /**
             * Format: date-time
             * @description The time that it counts for.
             */
            date: string;
            /** @description Tonnes of CO2 equivalent, to 6 decimals. */
            mtco2e: number;
            /**
             * @description `fulfilled` once credits cover it in full.
             * @enum {string}
             */
            status: "processing" | "fulfilled";
            /**
             * Format: date-time
             * @description Earliest vintage among its credits; `null` until fulfilled.
             */
            vintage_start_date: string | null;
            /**
             * Format: date-time
             * @description Latest vintage among its credits; `null` until fulfilled.
             */
            vintage_end_date: string | null;
            /** @description Serial numbers of its credits in the registry; empty until fulfilled. */
            serial_numbers: string[];
        };
        /** CarbonProject */
        CarbonProject: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Kind of carbon project. */
            type: string;
            /** @description The registry of its credits. */
            registry_name: string;
            /** @description Price of a tonne of CO2 equivalent. */
            price_per_tonne: number;
            /**
             * @description `active` while it can be chosen, then `complete`.
             * @enum {string}
             */
            status: "active" | "complete";
        };
        /** CarbonRetirement */
        CarbonRetirement: {
            /** @description Serial number of a range of credits in the registry. The offset may share the first and the last. */
            serial: string;
            /** @description What the offset has of these credits, to 6 decimals. */
            tonnes: number;
            /**
             * @description `retired` once the registry has retired the credits, so that nobody can use them again.
             * @enum {string}
             */
            status: "allocated" | "retired";
            /** @description When they were retired, as `YYYY-MM-DD`; `null` until then. */
            retired_on: string | null;
            /** @description For whom they are retired: the name that the account had when it was given the credits. */
            beneficiary: string;
            /** @description The page of the registry about it, or `null`. */
            registry_url: string | null;
        };
        /** CaughtMail */
        CaughtMail: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it is about.
             */
            account_id: string;
            /** @description What it is about. */
            kind: string;
            /** @description The address it was for. */
            to: string;
            /** @description Its subject. */
            subject: string;
            /** @description Its plain text. */
            text: string;
            /** @description Its HTML. */
            html: string;
            /** @description The files it would have been sent with. */
            attachments: {
                /** @description Its file name. */
                name: string;
                /** @description Its media type. */
                type: string;
            }[];
            /**
             * Format: date-time
             * @description When it was written, by the clock of the sandbox.
             */
            created_at: string;
        };
        /** CreatedAgent */
        CreatedAgent: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description For one use within 24 hours. Shown only now. */
            token: string;
            /**
             * Format: date-time
             * @description Until when the token can be used.
             */
            expires_at: string;
            /** @description What to run on a computer in the network of the printers. */
            command: string;
        };
        /** CreatedFeed */
        CreatedFeed: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description Kind of integration. */
            type: string;
            /**
             * Format: uuid
             * @description The server it reads from.
             */
            server_id: string | null;
            /** @description Its id in the integration. */
            external_id: string | null;
            /**
             * @description Whether all devices count, or only managed ones.
             * @enum {string}
             */
            collection_scope: "all" | "managed_only";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description When it was last activated. YYYY-MM-DD HH:MM:SS +0000 */
            activated_at: string;
            /**
             * Format: date-time
             * @description When it was last deactivated; `null` if never.
             */
            deactivated_at: string | null;
            /**
             * @description Whether its devices can be read, and readings arrive regularly.
             * @enum {string}
             */
            health_check: "healthy" | "unhealthy";
            /**
             * Format: date-time
             * @description When this was last checked.
             */
            health_check_checked_at: string;
            /**
             * Format: date-time
             * @description Since when this has been the case.
             */
            health_check_changed_at: string;
        };
        /** CreatedSandbox */
        CreatedSandbox: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its root account, which exists only in the sandbox.
             */
            account_id: string;
            /** @description A key of its root account. Shown this once. */
            key: string;
            /**
             * Format: date-time
             * @description The time of its clock.
             */
            now: string;
            /**
             * Format: date-time
             * @description When it closes, in real time.
             */
            expires_at: string;
        };
        /** CreatedWebhookEndpoint */
        CreatedWebhookEndpoint: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description Where events are sent. */
            url: string;
            /** @description What is sent: types of events, all of a resource as in `order.*`, or `*`. */
            events: string[];
            /** @description A note of your own. */
            description: string | null;
            /** @description Whether events of accounts below are sent, too. */
            include_descendants: boolean;
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description Why it is disabled: `requested`, `gone` (it answered 410) or `failing` (for five days).
             * @enum {string|null}
             */
            disabled_reason: "requested" | "gone" | "failing" | null;
            /** @description The revision of the API in which events are sent: the one it was created in. */
            revision: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Verifies the `v1a` signatures (Ed25519). */
            public_key: string;
            /** @description Verifies the `v1` signatures. Shown only now. */
            secret: string;
        };
        /** Deleted */
        Deleted: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * @description Always `true`.
             * @constant
             */
            deleted: true;
        };
        /** BadLine */
        BadLine: {
            /** @description Its number in the file, from 1. */
            line: number;
            /** @description What is wrong with it. */
            message: string;
        };
        /** ImportedJobs */
        ImportedJobs: {
            /** @description Jobs that became deposits. */
            created: number;
            /** @description Jobs that were booked already with the same figures. */
            unchanged: number;
            /** @description Accounts that were created. */
            customers_created: number;
            /** @description The lines that were not taken. */
            errors: {
                /** @description Its number in the file, from 1. */
                line: number;
                /** @description What is wrong with it. */
                message: string;
            }[];
        };
        /** JobFile */
        JobFile: {
            /** @description The file as CSV. Either this or `jsonl` is required. */
            csv?: string | null;
            /** @description The file as JSON Lines: an object on each line. */
            jsonl?: string | null;
        };
        /** RefusedJobs */
        RefusedJobs: {
            /** @description The status, 400. */
            code: number;
            /** @description What is wrong with the first lines. */
            error: string;
            /** @description Jobs that became deposits. */
            created?: number;
            /** @description Jobs that were booked already with the same figures. */
            unchanged?: number;
            /** @description Accounts that were created. */
            customers_created?: number;
            /** @description The lines that were not taken. */
            errors?: {
                /** @description Its number in the file, from 1. */
                line: number;
                /** @description What is wrong with it. */
                message: string;
            }[];
        };
        /** Deposit */
        Deposit: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description The feed that created it, or `null`.
             */
            feed_id: string | null;
            /**
             * Format: date-time
             * @description The time that it counts for.
             */
            date: string;
            /** @description Sheets of this paper; negative for a correction. */
            pages: number;
            /** @description Metres. */
            width: number;
            /** @description Metres. */
            length: number;
            /** @description Paper weight in g/m². */
            gsm: number;
        };
        /** DepositBatch */
        DepositBatch: {
            /** @description The new deposits, in the order they were sent. */
            deposits: {
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The account it belongs to.
                 */
                account_id: string;
                /**
                 * Format: uuid
                 * @description The feed that created it, or `null`.
                 */
                feed_id: string | null;
                /**
                 * Format: date-time
                 * @description The time that it counts for.
                 */
                date: string;
                /** @description Sheets of this paper; negative for a correction. */
                pages: number;
                /** @description Metres. */
                width: number;
                /** @description Metres. */
                length: number;
                /** @description Paper weight in g/m². */
                gsm: number;
            }[];
        };
        /** ExpandedAccount */
        ExpandedAccount: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Unique among the accounts of the same parent. */
            name: string;
            /** @description The name shown on pages, mails and certificates. */
            display_name: string;
            /** @description Your own id for it. */
            external_id: string | null;
            /**
             * @description What the account may do.
             * @enum {string}
             */
            role: "distributor" | "channel" | "customer";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description The parent account; `null` for a root account.
             */
            parent_id: string | null;
            /**
             * @description Its state.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: date-time
             * @description When it was last activated.
             */
            activated_at: string | null;
            /**
             * Format: date-time
             * @description When it was last deactivated; `null` if never.
             */
            deactivated_at: string | null;
            /** @description Accounts directly below. */
            accounts_count: number;
            /** @description Users of the account. */
            users_count: number;
            /** @description Pages reforested this month. */
            mtd_pages: number;
            /** @description Pages reforested this quarter. */
            qtd_pages: number;
            /** @description Pages reforested this year. */
            ytd_pages: number;
            /** @description Pages reforested in total. */
            ltd_pages: number;
            /** @description Trees reforested this month. */
            mtd_trees: number;
            /** @description Trees reforested this quarter. */
            qtd_trees: number;
            /** @description Trees reforested this year. */
            ytd_trees: number;
            /** @description Trees reforested in total. */
            ltd_trees: number;
        };
        /** ExpandedInvoice */
        ExpandedInvoice: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its number, which never changes. */
            number: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description The name of the account. */
            account_name: string;
            /** @description The month that it is for, `YYYY-MM`. */
            month: string;
            /** @description The currency of its amounts. */
            currency: string;
            /** @description The total, to 2 decimals. */
            total: number;
            /** @description The exact sum of its lines, as a string so that no digit is lost. */
            total_exact: string;
            /** @description How many lines it has. */
            line_count: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description One for each offset. */
            lines: {
                /**
                 * @description Whether it is for trees or tonnes.
                 * @enum {string}
                 */
                kind: "biomass" | "carbon";
                /**
                 * Format: uuid
                 * @description The offset.
                 */
                offset_id: string;
                /**
                 * Format: uuid
                 * @description The forestry or carbon project.
                 */
                project_id: string;
                /** @description Name of the project. */
                project_name: string;
                /**
                 * Format: date-time
                 * @description The date of the offset.
                 */
                date: string;
                /** @description Standard pages; `null` for carbon. */
                pages: number | null;
                /** @description Trees, to 6 decimals; `null` for carbon. */
                trees: number | null;
                /** @description Tonnes of CO2 equivalent, to 6 decimals; `null` for trees. */
                mtco2e: number | null;
                /** @description The exact price, as a string so that no digit is lost. */
                price: string;
                /** @description The price to 2 decimals. The amounts of an invoice add up to its total. */
                amount: number;
            }[];
        };
        /** ExpandedOrder */
        ExpandedOrder: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description Its forestry projects. */
            biomass_project_ids: string[];
            /** @description Its carbon projects; may be empty. */
            carbon_project_ids: string[];
            /**
             * @description A `draft` until it is placed.
             * @enum {string}
             */
            status: "draft" | "placed";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Its mass in standard pages. */
            standard_sheets: number;
            /** @description Grams of paper. */
            paper_mass_g: number;
            /** @description Trees, to 6 decimals. */
            trees: number;
            /** @description Tonnes of CO2 equivalent, to 6 decimals. */
            mtco2e: number;
            /** @description Price of the trees. */
            biomass_price: number;
            /** @description Price of the tonnes. */
            carbon_price: number;
            /** @description What it costs, to 2 decimals. */
            price: number;
            /** @description Its biomass offsets; empty until there are any. */
            biomass_offset_ids: string[];
            /** @description Its carbon offsets; empty until it is placed. */
            carbon_offset_ids: string[];
            /** @description Your own id for it. */
            external_id: string | null;
            /** @description What it was calculated from. */
            items: {
                /** @description Sheets; `null` for an item with only a mass. */
                quantity: number | null;
                /** @description Metres. */
                width: number | null;
                /** @description Metres. */
                length: number | null;
                /** @description Paper weight in g/m². */
                gsm: number | null;
                /** @description Grams. */
                mass: number;
            }[];
        };
        /** ExpandedQuote */
        ExpandedQuote: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description Where the trees are planted.
             */
            project_id: string;
            /** @description The quote’s project, as a list. */
            project_ids: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Trees, to 6 decimals. */
            trees: number;
            /** @description Its mass in standard pages. */
            standard_pages: number;
            /** @description Grams. */
            mass: number;
            /** @description What it costs, to 2 decimals. */
            price: number;
            /** @description Your own id for it. */
            external_id: string | null;
            /**
             * Format: uuid
             * @description The offset that executed it, or `null`.
             */
            biomass_offset_id: string | null;
            /** @description Its biomass offsets; empty until there are any. */
            biomass_offset_ids: string[];
            /** @description What it was calculated from. */
            items: {
                /** @description Sheets; `null` for an item with only a mass. */
                quantity: number | null;
                /** @description Metres. */
                width: number | null;
                /** @description Metres. */
                length: number | null;
                /** @description Paper weight in g/m². */
                gsm: number | null;
                /** @description Grams. */
                mass: number;
            }[];
        };
        /** ExpandedUser */
        ExpandedUser: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description The person’s name. */
            full_name: string | null;
            /** @description Unique within the account, ignoring case. */
            email: string;
            /** @description The language of mails and pages for this user. */
            locale: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * @description What the user may do in the dashboard: `full` for everything, `restricted` for reading only. Only with `expand=permission`.
             * @enum {string}
             */
            permission?: "full" | "restricted";
        };
        /** Feed */
        Feed: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description Kind of integration. */
            type: string;
            /**
             * Format: uuid
             * @description The server it reads from.
             */
            server_id: string | null;
            /** @description Its id in the integration. */
            external_id: string | null;
            /**
             * @description Whether all devices count, or only managed ones.
             * @enum {string}
             */
            collection_scope: "all" | "managed_only";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: date-time
             * @description When it was last activated.
             */
            activated_at: string;
            /**
             * Format: date-time
             * @description When it was last deactivated; `null` if never.
             */
            deactivated_at: string | null;
            /**
             * @description Whether its devices can be read, and readings arrive regularly.
             * @enum {string}
             */
            health_check: "healthy" | "unhealthy";
            /**
             * Format: date-time
             * @description When this was last checked.
             */
            health_check_checked_at: string;
            /**
             * Format: date-time
             * @description Since when this has been the case.
             */
            health_check_changed_at: string;
        };
        /** FeedChanges */
        FeedChanges: {
            /**
             * Format: uuid
             * @description The new server to read from; `null` clears it, unless the type needs one.
             */
            server_id?: string | null;
            /** @description Its id in the integration; `null` clears it. */
            external_id?: string | null;
            /**
             * Format: secret
             * @description The password of the server. Required for `snmp` if `external_id` lists new hosts and the server has a password.
             */
            server_password?: string;
        };
        /** ForestryProject */
        ForestryProject: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description `active` while more trees can be planted, then `complete`. */
            status: string;
            /** @description Degrees north. */
            forest_latitude: number;
            /** @description Degrees east. */
            forest_longitude: number;
            /** @description Address of an image. */
            content_logo: string;
            /** @description Address of an image. */
            content_masthead: string;
            /** @description About it, as HTML. */
            content_body_html: string;
            /** @description Addresses of images. */
            content_images: string[];
        };
        /** Invoice */
        Invoice: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its number, which never changes. */
            number: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description The name of the account. */
            account_name: string;
            /** @description The month that it is for, `YYYY-MM`. */
            month: string;
            /** @description The currency of its amounts. */
            currency: string;
            /** @description The total, to 2 decimals. */
            total: number;
            /** @description The exact sum of its lines, as a string so that no digit is lost. */
            total_exact: string;
            /** @description How many lines it has. */
            line_count: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** InvoiceLine */
        InvoiceLine: {
            /**
             * @description Whether it is for trees or tonnes.
             * @enum {string}
             */
            kind: "biomass" | "carbon";
            /**
             * Format: uuid
             * @description The offset.
             */
            offset_id: string;
            /**
             * Format: uuid
             * @description The forestry or carbon project.
             */
            project_id: string;
            /** @description Name of the project. */
            project_name: string;
            /**
             * Format: date-time
             * @description The date of the offset.
             */
            date: string;
            /** @description Standard pages; `null` for carbon. */
            pages: number | null;
            /** @description Trees, to 6 decimals; `null` for carbon. */
            trees: number | null;
            /** @description Tonnes of CO2 equivalent, to 6 decimals; `null` for trees. */
            mtco2e: number | null;
            /** @description The exact price, as a string so that no digit is lost. */
            price: string;
            /** @description The price to 2 decimals. The amounts of an invoice add up to its total. */
            amount: number;
        };
        /** Item */
        Item: {
            /** @description Sheets; `null` for an item with only a mass. */
            quantity: number | null;
            /** @description Metres. */
            width: number | null;
            /** @description Metres. */
            length: number | null;
            /** @description Paper weight in g/m². */
            gsm: number | null;
            /** @description Grams. */
            mass: number;
        };
        /** NewAccount */
        NewAccount: {
            /** @description Unique among the accounts of the same parent. */
            name: string;
            /** @description The name shown to people. Default: the name. */
            display_name?: string | null;
            /** @description Your own id for it, unique among the accounts of the same parent. */
            external_id?: string | null;
        };
        /** NewAgent */
        NewAgent: {
            /** @description What to call it. Default: the name of the computer it runs on. */
            name?: string | null;
        };
        /** NewBiomassOffset */
        NewBiomassOffset: {
            /** @description Standard pages to reforest. Exactly one of `pages`, `trees` and `quote_id` is required. */
            pages?: number | null;
            /** @description Trees to plant, at most 6 decimals; at least the equivalent of one page. */
            trees?: number | null;
            /**
             * Format: uuid
             * @description A quote to execute, with its amount and project.
             */
            quote_id?: string | null;
            /**
             * Format: uuid
             * @description An active forestry project. Default: a random one. Not allowed with `quote_id`.
             */
            project_id?: string | null;
            /**
             * Format: timestamp
             * @description From 1970-01-01 to one day from now. Default: now.
             */
            date?: string | null;
        };
        /** NewDeposit */
        NewDeposit: {
            /** @description Sheets of this paper. A negative number corrects an earlier deposit. */
            pages: number;
            /**
             * @description Metres. Default: 0.2159.
             * @default 0.2159
             */
            width?: number | null;
            /**
             * @description Metres. Default: 0.2794.
             * @default 0.2794
             */
            length?: number | null;
            /**
             * @description Paper weight in g/m². Default: 75.
             * @default 75
             */
            gsm?: number | null;
            /**
             * Format: timestamp
             * @description Determines the month in which it is settled. From 1970-01-01 to one day from now. Default: now.
             */
            date?: string | null;
        };
        /** NewDepositBatch */
        NewDepositBatch: {
            /** @description Up to 1,000; all are created, or none. */
            deposits: {
                /** @description Sheets of this paper. A negative number corrects an earlier deposit. */
                pages: number;
                /**
                 * @description Metres. Default: 0.2159.
                 * @default 0.2159
                 */
                width?: number | null;
                /**
                 * @description Metres. Default: 0.2794.
                 * @default 0.2794
                 */
                length?: number | null;
                /**
                 * @description Paper weight in g/m². Default: 75.
                 * @default 75
                 */
                gsm?: number | null;
                /**
                 * Format: timestamp
                 * @description Determines the month in which it is settled. From 1970-01-01 to one day from now. Default: now.
                 */
                date?: string | null;
            }[];
        };
        /** NewFeed */
        NewFeed: {
            /**
             * Format: integration
             * @description Regrove reads `papercut`, `print_tracker`, `ndd_print`, `printerpoint`, `snmp` and `ipp`. Any other name is an integration that sends its own readings.
             */
            type: string;
            /**
             * Format: uuid
             * @description A server of the account, or of a parent account if you act for that one. Types that Regrove reads need a server of the same type.
             */
            server_id?: string | null;
            /** @description Its id in the integration. Required for `papercut`, `print_tracker`, `ndd_print` and `printerpoint`. */
            external_id?: string | null;
            /**
             * Format: secret
             * @description The password of the server. Required for `snmp` if `external_id` lists new hosts and the server has a password.
             */
            server_password?: string;
            /**
             * @description Whether all devices count, or only managed ones, if the integration distinguishes them. Default: `all`.
             * @default all
             * @enum {string|null}
             */
            collection_scope?: "all" | "managed_only" | null;
            /**
             * Format: timestamp
             * @description When counting starts. Default: the first of this month.
             */
            activated_at?: string | null;
        };
        /** NewItem */
        NewItem: {
            /** @description Sheets. Either this or `mass` is required. */
            quantity?: number | null;
            /**
             * @description Metres. Default: 0.2159.
             * @default 0.2159
             */
            width?: number | null;
            /**
             * @description Metres. Default: 0.2794.
             * @default 0.2794
             */
            length?: number | null;
            /**
             * @description Paper weight in g/m². Default: 75.
             * @default 75
             */
            gsm?: number | null;
            /** @description Mass in grams, instead of the other fields. */
            mass?: number | null;
        };
        /** NewOrder */
        NewOrder: {
            /** @description Forestry projects and their shares. Default: your favorites, or a random project. An empty list means no trees. */
            biomass_project_settings?: {
                /**
                 * Format: uuid
                 * @description An active project; each at most once.
                 */
                project_id: string;
                /** @description Its share in percent. Set it for all projects, adding up to 100, or for none, for equal shares. */
                percentage?: number | null;
            }[] | null;
            /** @description Carbon projects and their shares. Default: those in your account’s settings. An empty list means no carbon. */
            carbon_project_settings?: {
                /**
                 * Format: uuid
                 * @description An active project; each at most once.
                 */
                project_id: string;
                /** @description Its share in percent. Set it for all projects, adding up to 100, or for none, for equal shares. */
                percentage?: number | null;
            }[] | null;
            /** @description The paper, line by line. */
            items: {
                /** @description Sheets. Either this or `mass` is required. */
                quantity?: number | null;
                /**
                 * @description Metres. Default: 0.2159.
                 * @default 0.2159
                 */
                width?: number | null;
                /**
                 * @description Metres. Default: 0.2794.
                 * @default 0.2794
                 */
                length?: number | null;
                /**
                 * @description Paper weight in g/m². Default: 75.
                 * @default 75
                 */
                gsm?: number | null;
                /** @description Mass in grams, instead of the other fields. */
                mass?: number | null;
            }[];
            /** @description Your own id for it, unique among your orders. */
            external_id?: string | null;
        };
        /** NewQuote */
        NewQuote: {
            /**
             * Format: uuid
             * @description An active forestry project.
             */
            project_id: string;
            /** @description Your own id for it, unique among your quotes. */
            external_id?: string | null;
            /** @description The paper, line by line. */
            items: {
                /** @description Sheets. Either this or `mass` is required. */
                quantity?: number | null;
                /**
                 * @description Metres. Default: 0.2159.
                 * @default 0.2159
                 */
                width?: number | null;
                /**
                 * @description Metres. Default: 0.2794.
                 * @default 0.2794
                 */
                length?: number | null;
                /**
                 * @description Paper weight in g/m². Default: 75.
                 * @default 75
                 */
                gsm?: number | null;
                /** @description Mass in grams, instead of the other fields. */
                mass?: number | null;
            }[];
        };
        /** NewReading */
        NewReading: {
            /** @description A permanent id of the device, unique in the feed: ideally its serial number. */
            device: string;
            /** @description The device’s total count, not the difference. */
            total: number;
            /**
             * @description What the counter counts. If a device reports both, sheets are used. Default: `sheets`.
             * @default sheets
             * @enum {string|null}
             */
            unit?: "sheets" | "impressions" | null;
            /** @description What people call the device. */
            name?: string | null;
            /** @description Its make and model. */
            model?: string | null;
            /** @description Whether the device is managed, if you distinguish devices. */
            managed?: boolean | null;
            /**
             * Format: timestamp
             * @description When the counter was read, from 1970-01-01 on. Default: now.
             */
            read_at?: string | null;
            /**
             * ReadingOrigin
             * @description Where the device was read, and what it said of itself. Only with the key of an agent.
             */
            origin?: {
                /** @description Where the agent called the device, as it calls it. */
                address: string;
                /** @description Which of several devices there. */
                slot?: string | null;
                /** @description The serial number that the device reported this time. */
                serial?: string | null;
                /** @description The UUID that the device reported this time. */
                uuid?: string | null;
            };
        };
        /** NewReadings */
        NewReadings: {
            /** @description One for each counter; all are accepted, or none. */
            readings: {
                /** @description A permanent id of the device, unique in the feed: ideally its serial number. */
                device: string;
                /** @description The device’s total count, not the difference. */
                total: number;
                /**
                 * @description What the counter counts. If a device reports both, sheets are used. Default: `sheets`.
                 * @default sheets
                 * @enum {string|null}
                 */
                unit?: "sheets" | "impressions" | null;
                /** @description What people call the device. */
                name?: string | null;
                /** @description Its make and model. */
                model?: string | null;
                /** @description Whether the device is managed, if you distinguish devices. */
                managed?: boolean | null;
                /**
                 * Format: timestamp
                 * @description When the counter was read, from 1970-01-01 on. Default: now.
                 */
                read_at?: string | null;
                /**
                 * ReadingOrigin
                 * @description Where the device was read, and what it said of itself. Only with the key of an agent.
                 */
                origin?: {
                    /** @description Where the agent called the device, as it calls it. */
                    address: string;
                    /** @description Which of several devices there. */
                    slot?: string | null;
                    /** @description The serial number that the device reported this time. */
                    serial?: string | null;
                    /** @description The UUID that the device reported this time. */
                    uuid?: string | null;
                };
            }[];
            /** @description All addresses that the agent called for them, also those that did not answer. Only with the key of an agent. */
            addresses?: string[];
        };
        /** ReadingOrigin */
        ReadingOrigin: {
            /** @description Where the agent called the device, as it calls it. */
            address: string;
            /** @description Which of several devices there. */
            slot?: string | null;
            /** @description The serial number that the device reported this time. */
            serial?: string | null;
            /** @description The UUID that the device reported this time. */
            uuid?: string | null;
        };
        /** NewSandbox */
        NewSandbox: {
            /** @description Of its root account. Default: `Sandbox`. */
            name?: string | null;
        };
        /** NewServer */
        NewServer: {
            /**
             * Format: integration
             * @description Kind of integration, such as `papercut`.
             */
            type: string;
            /** @description Address of the server. */
            url: string;
            /** @description The username for the login. */
            username: string;
            /**
             * Format: secret
             * @description Kept encrypted, never shown.
             */
            password?: string | null;
        };
        /** NewUser */
        NewUser: {
            /**
             * Format: email
             * @description Unique within the account, ignoring case.
             */
            email: string;
            /** @description The person’s name. */
            full_name?: string | null;
            /**
             * @description The language of mails and pages for this user. Default: `en`.
             * @default en
             * @enum {string|null}
             */
            locale?: "en" | "de" | "es" | "fr" | "id" | "it" | "ja" | "ko" | "ms" | "pt" | "th" | "zh-CN" | "zh-TW" | null;
            /**
             * @description What the user may do in the dashboard: `full` for everything, `restricted` for reading only. Default: `full`.
             * @default full
             * @enum {string|null}
             */
            permission?: "full" | "restricted" | null;
        };
        /** NewWebhookEndpoint */
        NewWebhookEndpoint: {
            /** @description An https address without username, password and fragment. */
            url: string;
            /** @description Types of events, all of a resource as in `order.*`, or `*`. */
            events: string[];
            /** @description A note of your own. */
            description?: string | null;
            /**
             * @description Whether events of accounts below are sent, too. Default: `false`.
             * @default false
             */
            include_descendants?: boolean | null;
        };
        /** NewWebhookReplay */
        NewWebhookReplay: {
            /**
             * Format: day
             * @description First day, in UTC.
             */
            start_date: string;
            /**
             * Format: day
             * @description Last day, in UTC.
             */
            end_date: string;
            /** @description Only these of the events that the endpoint receives: types, all of a resource as in `order.*`, or `*`. */
            events?: string[] | null;
        };
        /** Order */
        Order: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description Its forestry projects. */
            biomass_project_ids: string[];
            /** @description Its carbon projects; may be empty. */
            carbon_project_ids: string[];
            /**
             * @description A `draft` until it is placed.
             * @enum {string}
             */
            status: "draft" | "placed";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Its mass in standard pages. */
            standard_sheets: number;
            /** @description Grams of paper. */
            paper_mass_g: number;
            /** @description Trees, to 6 decimals. */
            trees: number;
            /** @description Tonnes of CO2 equivalent, to 6 decimals. */
            mtco2e: number;
            /** @description Price of the trees. */
            biomass_price: number;
            /** @description Price of the tonnes. */
            carbon_price: number;
            /** @description What it costs, to 2 decimals. */
            price: number;
            /** @description Its biomass offsets; empty until there are any. */
            biomass_offset_ids: string[];
            /** @description Its carbon offsets; empty until it is placed. */
            carbon_offset_ids: string[];
            /** @description Your own id for it. */
            external_id: string | null;
        };
        /** Planting */
        Planting: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The forestry project.
             */
            project_id: string;
            /** @description How the partner calls it. */
            reference: string;
            /**
             * Format: date
             * @description The day on which it was planted.
             */
            planted_on: string;
            /** @description Trees that were planted. */
            trees: number;
            /** @description Trees times the rate of the newest audit, rounded down to 6 decimals. */
            surviving_trees: number;
            /** @description Trees that stand for trees of certificates. */
            covered_trees: number;
            /** @description Who planted it. */
            partner: string;
            /** @description Species that were planted. */
            species: string[];
            /** @description Where, as a GeoJSON Polygon or MultiPolygon. Null: not known exactly. */
            polygon: {
                [key: string]: unknown;
            } | null;
            /** @description Audits of how many trees live, the oldest first. */
            survival: {
                /**
                 * Format: date
                 * @description The day on which the trees were counted.
                 */
                audited_on: string;
                /** @description Which part of the trees lived, from 0 to 1. */
                rate: number;
                /** @description Who counted them. */
                auditor: string;
            }[];
            /** @description A web page of the partner about it, or null. */
            source_url: string | null;
            /** @description Pictures of it. */
            photos: {
                /** @description Address of the picture. */
                url: string;
                /** @description Address of the picture in small. */
                thumbnail_url: string;
                /**
                 * Format: date
                 * @description The day on which it was taken. Null: unknown.
                 */
                taken_on: string | null;
                /** @description What it shows. Null: nobody has said. */
                caption: string | null;
            }[];
        };
        /** PlantingPhoto */
        PlantingPhoto: {
            /** @description Address of the picture. */
            url: string;
            /** @description Address of the picture in small. */
            thumbnail_url: string;
            /**
             * Format: date
             * @description The day on which it was taken. Null: unknown.
             */
            taken_on: string | null;
            /** @description What it shows. Null: nobody has said. */
            caption: string | null;
        };
        /** ProjectSetting */
        ProjectSetting: {
            /**
             * Format: uuid
             * @description An active project; each at most once.
             */
            project_id: string;
            /** @description Its share in percent. Set it for all projects, adding up to 100, or for none, for equal shares. */
            percentage?: number | null;
        };
        /** PublicPage */
        PublicPage: {
            /** @description The end of its address, `/impact/SLUG`: unique, 3 to 64 of a-z, 0-9 and `-`. Null: none was chosen yet. */
            slug: string | null;
            /** @description Whether the page is public. While it is off, its address is that of no page. */
            enabled: boolean;
            /** @description Whether its figures include the accounts below. */
            include_descendants: boolean;
        };
        /** PublicPageChanges */
        PublicPageChanges: {
            /**
             * Format: slug
             * @description The end of its address, `/impact/SLUG`: unique, 3 to 64 of a-z, 0-9 and `-`.
             */
            slug?: string;
            /** @description Whether the page is public. While it is off, its address is that of no page. */
            enabled?: boolean;
            /** @description Whether its figures include the accounts below. */
            include_descendants?: boolean;
        };
        /** Quote */
        Quote: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description Where the trees are planted.
             */
            project_id: string;
            /** @description The quote’s project, as a list. */
            project_ids: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Trees, to 6 decimals. */
            trees: number;
            /** @description Its mass in standard pages. */
            standard_pages: number;
            /** @description Grams. */
            mass: number;
            /** @description What it costs, to 2 decimals. */
            price: number;
            /** @description Your own id for it. */
            external_id: string | null;
            /**
             * Format: uuid
             * @description The offset that executed it, or `null`.
             */
            biomass_offset_id: string | null;
            /** @description Its biomass offsets; empty until there are any. */
            biomass_offset_ids: string[];
        };
        /** Sandbox */
        Sandbox: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its root account, which exists only in the sandbox.
             */
            account_id: string;
            /** @description The name it was created with. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created, in real time.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it closes, in real time.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it is deleted with everything in it, in real time.
             */
            deletes_at: string;
        };
        /** SandboxAdvance */
        SandboxAdvance: {
            /**
             * Format: timestamp
             * @description A later time, at most 24 months after `now`.
             */
            to: string;
        };
        /** SandboxState */
        SandboxState: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: date-time
             * @description The time of its clock.
             */
            now: string;
            /**
             * @description `advancing` while its clock moves. Nothing can be changed meanwhile.
             * @enum {string}
             */
            status: "ready" | "advancing";
            /**
             * Format: date-time
             * @description The time that its clock moves to.
             */
            advancing_to: string | null;
            /**
             * Format: date-time
             * @description When it closes, in real time.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it is deleted with everything in it, in real time.
             */
            deletes_at: string;
        };
        /** Server */
        Server: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description Kind of integration. */
            type: string;
            /** @description Address of the server. */
            url: string;
            /** @description The username for the login. */
            username: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** ServerChanges */
        ServerChanges: {
            /** @description Address of the server. To change the scheme, host or port, send the password in the same request. */
            url?: string;
            /** @description The username for the login. */
            username?: string;
            /**
             * Format: secret
             * @description Kept encrypted, never shown.
             */
            password?: string;
        };
        /** SurvivalAudit */
        SurvivalAudit: {
            /**
             * Format: date
             * @description The day on which the trees were counted.
             */
            audited_on: string;
            /** @description Which part of the trees lived, from 0 to 1. */
            rate: number;
            /** @description Who counted them. */
            auditor: string;
        };
        /** TakenAgentReport */
        TakenAgentReport: {
            /**
             * Format: uuid
             * @description Of the agent.
             */
            id: string;
            /**
             * Format: uuid
             * @description The feed that it sends readings to.
             */
            feed_id: string;
            /**
             * @description Whether the feed takes readings: `inactive` also if its account is, or before its `activated_at`.
             * @enum {string}
             */
            feed_status: "active" | "inactive";
        };
        /** TakenReadings */
        TakenReadings: {
            /** @description Devices that were read. */
            devices: number;
            /** @description Pages printed since the last reading. The first reading of a device counts nothing. */
            pages: number;
            /**
             * Deposit
             * @description The feed’s deposit of the day, including these pages (of the newest day, if there are several); `null` if there were no pages.
             */
            deposit: {
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The account it belongs to.
                 */
                account_id: string;
                /**
                 * Format: uuid
                 * @description The feed that created it, or `null`.
                 */
                feed_id: string | null;
                /**
                 * Format: date-time
                 * @description The time that it counts for.
                 */
                date: string;
                /** @description Sheets of this paper; negative for a correction. */
                pages: number;
                /** @description Metres. */
                width: number;
                /** @description Metres. */
                length: number;
                /** @description Paper weight in g/m². */
                gsm: number;
            } | null;
        };
        /** User */
        User: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description The person’s name. */
            full_name: string | null;
            /** @description Unique within the account, ignoring case. */
            email: string;
            /** @description The language of mails and pages for this user. */
            locale: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** UserChanges */
        UserChanges: {
            /** @description The person’s name; `null` clears it. */
            full_name?: string | null;
            /**
             * @description The language of mails and pages for this user.
             * @enum {string}
             */
            locale?: "en" | "de" | "es" | "fr" | "id" | "it" | "ja" | "ko" | "ms" | "pt" | "th" | "zh-CN" | "zh-TW";
            /**
             * @description What the user may do in the dashboard: `full` for everything, `restricted` for reading only.
             * @enum {string}
             */
            permission?: "full" | "restricted";
        };
        /** VolumePeriod */
        VolumePeriod: {
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: date-time
             * @description Start of the month.
             */
            date: string;
            /** @description Pages reforested in the month. */
            pages: number;
            /** @description Trees reforested in the month. */
            trees: number;
        };
        /** WebhookAttempt */
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            at: string;
            /** @description Status of the response; `null` if there was none. */
            status_code: number | null;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /**
             * @description Why it did not succeed; `null` if it did.
             * @enum {string|null}
             */
            error: "timeout" | "connection_failed" | "unknown_host" | "private_address" | "https_required" | "certificate" | "bad_response" | "redirect" | "status" | "event_not_kept" | "keys_unreadable" | "other" | null;
            /** @description The beginning of the response, up to 1 kB. */
            response_excerpt: string | null;
        };
        /** WebhookDelivery */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The event.
             */
            event_id: string;
            /**
             * Format: uuid
             * @description The account that the event happened to.
             */
            account_id: string;
            /**
             * @description The type of the event.
             * @enum {string}
             */
            type: "account.created" | "account.updated" | "account.activated" | "account.deactivated" | "deposit.created" | "deposit.deleted" | "biomass_offset.created" | "biomass_offset.deleted" | "certificate.issued" | "certificate.withdrawn" | "quote.created" | "quote.executed" | "quote.deleted" | "order.created" | "order.placed" | "order.deleted" | "carbon_offset.created" | "carbon_offset.fulfilled" | "feed.created" | "feed.updated" | "feed.deleted" | "feed.health_changed" | "feed.collected" | "month.closed" | "invoice.created" | "forestry_project.completed";
            /**
             * @description `pending` until it has succeeded or all attempts have failed.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * Format: date-time
             * @description When the event was assigned to the endpoint.
             */
            created_at: string;
            /** @description The latest attempts, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @description When it was made.
                 */
                at: string;
                /** @description Status of the response; `null` if there was none. */
                status_code: number | null;
                /** @description How long it took, in milliseconds. */
                duration_ms: number;
                /**
                 * @description Why it did not succeed; `null` if it did.
                 * @enum {string|null}
                 */
                error: "timeout" | "connection_failed" | "unknown_host" | "private_address" | "https_required" | "certificate" | "bad_response" | "redirect" | "status" | "event_not_kept" | "keys_unreadable" | "other" | null;
                /** @description The beginning of the response, up to 1 kB. */
                response_excerpt: string | null;
            }[];
            /**
             * Format: date-time
             * @description When it is tried next; `null` if it is not.
             */
            next_attempt_at: string | null;
        };
        /** WebhookEndpoint */
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description Where events are sent. */
            url: string;
            /** @description What is sent: types of events, all of a resource as in `order.*`, or `*`. */
            events: string[];
            /** @description A note of your own. */
            description: string | null;
            /** @description Whether events of accounts below are sent, too. */
            include_descendants: boolean;
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description Why it is disabled: `requested`, `gone` (it answered 410) or `failing` (for five days).
             * @enum {string|null}
             */
            disabled_reason: "requested" | "gone" | "failing" | null;
            /** @description The revision of the API in which events are sent: the one it was created in. */
            revision: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Verifies the `v1a` signatures (Ed25519). */
            public_key: string;
        };
        /** WebhookEndpointChanges */
        WebhookEndpointChanges: {
            /** @description An https address without username, password and fragment. */
            url?: string;
            /** @description Types of events, all of a resource as in `order.*`, or `*`. */
            events?: string[];
            /** @description A note of your own; `null` clears it. */
            description?: string | null;
            /** @description Whether events of accounts below are sent, too. */
            include_descendants?: boolean;
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        /** WebhookReplay */
        WebhookReplay: {
            /** @description How many events are sent again. */
            events: number;
        };
        /** WebhookTest */
        WebhookTest: {
            /** @description Whether the response was 2xx. */
            succeeded: boolean;
            /** @description Status of the response; `null` if there was none. */
            status_code: number | null;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /**
             * @description Why it did not succeed; `null` if it did.
             * @enum {string|null}
             */
            error: "timeout" | "connection_failed" | "unknown_host" | "private_address" | "https_required" | "certificate" | "bad_response" | "redirect" | "status" | "event_not_kept" | "keys_unreadable" | "other" | null;
            /** @description The beginning of the response, up to 1 kB. */
            response_excerpt: string | null;
        };
        /** ClosedMonth */
        ClosedMonth: {
            /** @description The month, YYYY-MM. */
            period: string;
            /** @description Standard pages of the deposits of the month. */
            pages: number;
            /** @description Trees, to 6 decimals. */
            trees: number;
            /** @description The biomass offsets that the pages became. */
            offset_ids: string[];
        };
        /** CollectedFeed */
        CollectedFeed: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description Kind of integration. */
            type: string;
            /**
             * Format: uuid
             * @description The server it reads from.
             */
            server_id: string | null;
            /** @description Its id in the integration. */
            external_id: string | null;
            /**
             * @description Whether all devices count, or only managed ones.
             * @enum {string}
             */
            collection_scope: "all" | "managed_only";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: date-time
             * @description When it was last activated.
             */
            activated_at: string;
            /**
             * Format: date-time
             * @description When it was last deactivated; `null` if never.
             */
            deactivated_at: string | null;
            /**
             * @description Whether its devices can be read, and readings arrive regularly.
             * @enum {string}
             */
            health_check: "healthy" | "unhealthy";
            /**
             * Format: date-time
             * @description When this was last checked.
             */
            health_check_checked_at: string;
            /**
             * Format: date-time
             * @description Since when this has been the case.
             */
            health_check_changed_at: string;
            /** @description Pages that were added to the deposit. */
            pages: number;
            /**
             * Format: uuid
             * @description The deposit of the day.
             */
            deposit_id: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type Account = components['schemas']['Account'];
export type AccountChanges = components['schemas']['AccountChanges'];
export type AccountEvent = components['schemas']['AccountEvent'];
export type AccountSettings = components['schemas']['AccountSettings'];
export type AccountSettingsChanges = components['schemas']['AccountSettingsChanges'];
export type Agent = components['schemas']['Agent'];
export type AgentReport = components['schemas']['AgentReport'];
export type AgentTrouble = components['schemas']['AgentTrouble'];
export type AnnualReport = components['schemas']['AnnualReport'];
export type AnnualReportLevel = components['schemas']['AnnualReportLevel'];
export type BiomassCertificate = components['schemas']['BiomassCertificate'];
export type BiomassOffset = components['schemas']['BiomassOffset'];
export type CarbonOffset = components['schemas']['CarbonOffset'];
export type CarbonProject = components['schemas']['CarbonProject'];
export type CarbonRetirement = components['schemas']['CarbonRetirement'];
export type CaughtMail = components['schemas']['CaughtMail'];
export type CreatedAgent = components['schemas']['CreatedAgent'];
export type CreatedFeed = components['schemas']['CreatedFeed'];
export type CreatedSandbox = components['schemas']['CreatedSandbox'];
export type CreatedWebhookEndpoint = components['schemas']['CreatedWebhookEndpoint'];
export type Deleted = components['schemas']['Deleted'];
export type BadLine = components['schemas']['BadLine'];
export type ImportedJobs = components['schemas']['ImportedJobs'];
export type JobFile = components['schemas']['JobFile'];
export type RefusedJobs = components['schemas']['RefusedJobs'];
export type Deposit = components['schemas']['Deposit'];
export type DepositBatch = components['schemas']['DepositBatch'];
export type ExpandedAccount = components['schemas']['ExpandedAccount'];
export type ExpandedInvoice = components['schemas']['ExpandedInvoice'];
export type ExpandedOrder = components['schemas']['ExpandedOrder'];
export type ExpandedQuote = components['schemas']['ExpandedQuote'];
export type ExpandedUser = components['schemas']['ExpandedUser'];
export type Feed = components['schemas']['Feed'];
export type FeedChanges = components['schemas']['FeedChanges'];
export type ForestryProject = components['schemas']['ForestryProject'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceLine = components['schemas']['InvoiceLine'];
export type Item = components['schemas']['Item'];
export type NewAccount = components['schemas']['NewAccount'];
export type NewAgent = components['schemas']['NewAgent'];
export type NewBiomassOffset = components['schemas']['NewBiomassOffset'];
export type NewDeposit = components['schemas']['NewDeposit'];
export type NewDepositBatch = components['schemas']['NewDepositBatch'];
export type NewFeed = components['schemas']['NewFeed'];
export type NewItem = components['schemas']['NewItem'];
export type NewOrder = components['schemas']['NewOrder'];
export type NewQuote = components['schemas']['NewQuote'];
export type NewReading = components['schemas']['NewReading'];
export type NewReadings = components['schemas']['NewReadings'];
export type ReadingOrigin = components['schemas']['ReadingOrigin'];
export type NewSandbox = components['schemas']['NewSandbox'];
export type NewServer = components['schemas']['NewServer'];
export type NewUser = components['schemas']['NewUser'];
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type NewWebhookReplay = components['schemas']['NewWebhookReplay'];
export type Order = components['schemas']['Order'];
export type Planting = components['schemas']['Planting'];
export type PlantingPhoto = components['schemas']['PlantingPhoto'];
export type ProjectSetting = components['schemas']['ProjectSetting'];
export type PublicPage = components['schemas']['PublicPage'];
export type PublicPageChanges = components['schemas']['PublicPageChanges'];
export type Quote = components['schemas']['Quote'];
export type Sandbox = components['schemas']['Sandbox'];
export type SandboxAdvance = components['schemas']['SandboxAdvance'];
export type SandboxState = components['schemas']['SandboxState'];
export type Server = components['schemas']['Server'];
export type ServerChanges = components['schemas']['ServerChanges'];
export type SurvivalAudit = components['schemas']['SurvivalAudit'];
export type TakenAgentReport = components['schemas']['TakenAgentReport'];
export type TakenReadings = components['schemas']['TakenReadings'];
export type User = components['schemas']['User'];
export type UserChanges = components['schemas']['UserChanges'];
export type VolumePeriod = components['schemas']['VolumePeriod'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointChanges = components['schemas']['WebhookEndpointChanges'];
export type WebhookReplay = components['schemas']['WebhookReplay'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type ClosedMonth = components['schemas']['ClosedMonth'];
export type CollectedFeed = components['schemas']['CollectedFeed'];
