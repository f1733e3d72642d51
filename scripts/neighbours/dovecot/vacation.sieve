require ["vacation"];
vacation :days 1 :addresses ["@USER@@example.org"] text:
@MOVE@

I am at the sea until Monday and answer when I am back.
.
;
