-- What a feed's trouble is about: the host, as it was entered. Only the reasons that are new here speak of it.
alter table feeds add column health_check_host text;

-- What used to be `other` is told apart. Rows from before are within the smaller list, so nothing is left to validate.
alter table feeds drop constraint feeds_health_check_reason_check;
alter table feeds add constraint feeds_health_check_reason_check
  check (health_check_reason in ('badAnswer', 'certificate', 'login', 'noAnswer', 'noDevice', 'noReading', 'other', 'password',
    'privateAddress', 'server', 'settings', 'silence', 'tooMany', 'unknownHost')) not valid;
